"""The version of the app; on the phone there is no package metadata to ask."""

VERSION = "0.1.0"
