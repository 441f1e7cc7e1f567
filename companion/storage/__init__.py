"""Stored games: never lost, whatever happens to the app, the disk or the phone."""

from companion.storage.backup import ImportReport, export_backup, import_backup
from companion.storage.errors import (
    BackupRefused,
    GameNotFound,
    PhotoRefused,
    StorageError,
    StoreDamaged,
    StoreTooNew,
    StoreUnavailable,
)
from companion.storage.folder import data_folder
from companion.storage.opening import open_store, restore_last_backup
from companion.storage.photos import CleanUp, Leftover
from companion.storage.recompute import Difference, LoadedGame
from companion.storage.saved_game import STEPS, SavedGame, new_game, read_game
from companion.storage.seats import Seat, seats_of, title
from companion.storage.store import Store
from companion.storage.summaries import GameResult, GameSummary

__all__ = [
    "STEPS",
    "BackupRefused",
    "CleanUp",
    "Difference",
    "GameNotFound",
    "GameResult",
    "GameSummary",
    "ImportReport",
    "Leftover",
    "LoadedGame",
    "PhotoRefused",
    "SavedGame",
    "Seat",
    "StorageError",
    "Store",
    "StoreDamaged",
    "StoreTooNew",
    "StoreUnavailable",
    "data_folder",
    "export_backup",
    "import_backup",
    "new_game",
    "open_store",
    "read_game",
    "restore_last_backup",
    "seats_of",
    "title",
]
