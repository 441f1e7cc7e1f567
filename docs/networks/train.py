"""Trains the three small networks of vision/weights from labelled photos, and writes them as ONNX.

Needs PyTorch and onnx, which the app itself does not:

    python docs/networks/train.py edge PHOTOS... --steps 6000 --start vision/weights -o vision/weights

Each PHOTOS is a folder with empty.jpg, sample.jpg, g*.jpg and their labels (marble-photo/1), and, if
it is not the shipped board, layout.json. With --start it goes on from the weights in that folder.
docs/networks.md says what was used for the shipped weights.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from torch import nn

from scoring.grid import short_diagonal, triangles_beside
from scoring.layout import Layout
from scoring.state import State, line_edges
from vision.crops import (
    EDGE_CUT,
    POINT_CUT,
    TRIANGLE_CUT,
    cut_stacks,
    edge_poses,
    point_poses,
    triangle_poses,
)
from vision.errors import BoardNotFound
from vision.evaluate import Truth, _layout_of, load_truth
from vision.light import city_mask
from vision.nets import HEADS
from vision.photo import load
from vision.reference import Reference
from vision.register import register
from vision.view import look

PLAIN_PAPER = torch.tensor([190.0, 205.0, 210.0]) / 255  # vision/builtin.py
BATCH = 192
SMOOTHING = 0.001  # of the labels; more would keep a clear look from ever outweighing the rules


def labels(name: str, state: State, layout: Layout) -> np.ndarray:
    """(N, heads) class numbers of every triangle, edge or point."""
    cover = state.covered()
    if name == "triangle":
        rows = []
        for t in layout.triangles:
            if t in cover:
                rows.append([1 if cover[t] is not None else 2])
            else:
                rows.append([3 if t in layout.bridges and state.tiles else 0])
        return np.array(rows)
    if name == "edge":
        middles = {short_diagonal(t.cells) for t in state.tiles}
        sticks = {e for _, line in state.aqueducts for e in line_edges(line)}
        sticks |= {s.edge for s in state.loose_sticks}
        standing = {short_diagonal(m.cells) for m in state.magistrates}
        rows = []
        for e in layout.edges:
            beside = any(t in cover for t in triangles_beside(e))
            rows.append([2 if e in middles else int(beside), int(e in sticks), int(e in standing)])
        return np.array(rows)
    sites = {s.at: s for s in state.sites}
    rows = []
    for p in layout.points:
        site = sites.get(p)
        kind = 0 if site is None else 1 if site.kind == "fountain" else 2
        rows.append([kind, int(site is not None and site.owner is not None)])
    return np.array(rows)


def shown(name: str, truth: Truth, layout: Layout) -> np.ndarray:
    """(N,): whether the label says that a triangle, edge or point can be seen."""
    hidden = truth.hidden
    if name == "triangle":
        covered = {cell for cells in hidden["tile"] for cell in cells} | hidden["hill"]
        return np.array([t not in covered for t in layout.triangles])
    if name == "edge":
        covered = hidden["edge"] | {short_diagonal(cells) for cells in hidden["magistrate"]}
        return np.array([e not in covered for e in layout.edges])
    return np.array([p not in hidden["site"] for p in layout.points])


def gather(name: str, folders: list[Path], jitters: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Crops (N, h, w, c), their labels, and the empty board's mean colour."""
    rng = np.random.default_rng(0)
    cut = {"triangle": TRIANGLE_CUT, "edge": EDGE_CUT, "point": POINT_CUT}[name]
    crops, classes, paper = [], [], []
    for folder in folders:
        layout = _layout_of(folder)
        truth = load_truth(folder / "empty.json")
        reference = Reference.from_photo(load(folder / "empty.jpg"), truth.corners_px, layout)
        outside = ~city_mask(layout, reference.frame)
        mean = reference.picture[outside].mean(0)
        poses = {
            "triangle": lambda n=layout: triangle_poses(n.triangles),
            "edge": lambda n=layout: edge_poses(n.edges),
            "point": lambda n=layout: point_poses(n.points),
        }[name]()
        for path in sorted(folder.glob("[gs]*.jpg")):
            photo, truth = load(path), load_truth(path.with_suffix(".json"))
            try:
                camera = register(photo, reference, layout).camera
            except BoardNotFound as error:
                print(f"{path}: left out: {error}", flush=True)
                continue
            seen = shown(name, truth, layout)
            view = look(photo, camera, layout, reference.picture, reference.frame)
            for _ in range(jitters):
                moved = poses.copy()
                moved[:, :2] += rng.normal(0, 0.018, (len(poses), 2)) + rng.normal(0, 0.015, (1, 2))
                moved[:, 2] += rng.normal(0, 0.03, len(poses))
                if name == "point":
                    moved[:, 2] += rng.integers(0, 6, len(poses)) * np.pi / 3
                scaled = replace(cut, px_per_unit=cut.px_per_unit * float(np.exp(rng.normal(0, 0.05))))
                crops.append(cut_stacks(view, scaled, moved[seen]))
                classes.append(labels(name, truth.state, layout)[seen])
                paper.append(np.tile(mean, (int(seen.sum()), 1)))
    return np.concatenate(crops), np.concatenate(classes), np.concatenate(paper)


class Net(nn.Module):
    def __init__(self, name: str, channels: int, height: int, width: int) -> None:
        super().__init__()
        first = 20 if name == "edge" else 16
        kernel = 5 if name == "edge" else 3
        self.c1 = nn.Conv2d(channels, first, kernel, 2, kernel // 2)
        self.c2 = nn.Conv2d(first, 24, 3, 2, 1)
        self.c3 = nn.Conv2d(24, 32, 3, 2, 1)
        for _ in range(3):
            height, width = (height + 1) // 2, (width + 1) // 2
        self.f1 = nn.Linear(32 * height * width, 48)
        self.f2 = nn.Linear(48, sum(HEADS[name]))
        self.drop = nn.Dropout(0.3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x / 255 - 0.5
        x = F.relu(self.c3(F.relu(self.c2(F.relu(self.c1(x))))))
        return self.f2(self.drop(F.relu(self.f1(self.drop(x.flatten(1))))))


def augment(x: torch.Tensor, paper: torch.Tensor, flip_down: bool) -> torch.Tensor:
    """Other palettes, lights, shadows, noise, blur; a fifth without the empty board's picture."""
    n, channels, height, width = x.shape
    x = x.view(n, channels // 3, 3, height, width)
    bare = torch.rand(n) < 0.22
    gain = (PLAIN_PAPER / (paper / 255))[:, None, :, None, None]
    x = torch.where(bare[:, None, None, None, None], x * gain, x)
    x[bare, -1] = PLAIN_PAPER[None, :, None, None]
    turn = (torch.rand(n) - 0.5) * (torch.rand(n) < 0.4)
    cos, sin, third, root = torch.cos(turn), torch.sin(turn), 1 / 3, (1 / 3) ** 0.5
    same, plus, minus = (
        cos + third * (1 - cos),
        third * (1 - cos) + root * sin,
        third * (1 - cos) - root * sin,
    )
    hue = torch.stack([same, minus, plus, plus, same, minus, minus, plus, same], -1).view(n, 3, 3)
    mix = (torch.eye(3)[None] + torch.randn(n, 3, 3) * 0.04) @ hue
    x = torch.einsum("nij,npjhw->npihw", mix, x)
    x = x * torch.exp(torch.randn(n, 1, 1, 1, 1) * 0.15 + torch.randn(n, 1, 3, 1, 1) * 0.05)
    x[:, :-1] *= torch.exp(torch.randn(n, 1, 1, 1, 1) * 0.12 + torch.randn(n, 1, 3, 1, 1) * 0.04)
    down, across = torch.meshgrid(torch.linspace(-1, 1, height), torch.linspace(-1, 1, width), indexing="ij")
    angle, offset = torch.rand(n, 1, 1) * 6.28, torch.randn(n, 1, 1) * 0.5
    depth = torch.where(torch.rand(n) < 0.25, torch.rand(n) * 0.6, torch.zeros(n))[:, None, None]
    shade = torch.sigmoid((torch.cos(angle) * across + torch.sin(angle) * down - offset) * 12)
    x[:, :-1] *= (1 - depth * shade)[:, None, None]
    x = x.reshape(n, channels, height, width)
    x = x + torch.randn_like(x) * (torch.rand(n, 1, 1, 1) * 0.05)
    blurred = torch.rand(n) < 0.3
    x[blurred] = F.avg_pool2d(F.pad(x[blurred], (1, 1, 1, 1), mode="replicate"), 3, 1)
    flipped = torch.rand(n) < 0.5
    x[flipped] = x[flipped].flip(-1)
    if flip_down:
        flipped = torch.rand(n) < 0.5
        x[flipped] = x[flipped].flip(-2)
    return x.clamp(0, 1.3)


def train(name: str, folders: list[Path], steps: int, jitters: int, start: Path | None) -> Net:
    crops, classes, paper = gather(name, folders, jitters)
    net = Net(name, crops.shape[3], crops.shape[1], crops.shape[2])
    if start is not None:
        known = onnx.load(str(start / f"{name}.onnx")).graph.initializer
        net.load_state_dict(
            {w.name.removeprefix("n."): torch.from_numpy(onnx.numpy_helper.to_array(w).copy()) for w in known}
        )
    x, y = torch.from_numpy(crops), torch.from_numpy(classes.astype(np.int64))
    mean = torch.from_numpy(paper.astype(np.float32))
    weights = torch.ones(len(y))
    if name == "edge":  # sticks and magistrates are rare
        weights[y[:, 1] == 1] = 4
        weights[y[:, 2] == 1] = 18
        weights[y[:, 0] == 2] *= 1.5
    optimiser = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2.5e-3, total_steps=steps)
    for step in range(steps):
        chosen = torch.multinomial(weights, BATCH, replacement=True)
        batch = x[chosen].permute(0, 3, 1, 2).float() / 255
        logits = net(augment(batch, mean[chosen], name != "triangle") * 255)
        loss, first = torch.zeros(()), 0
        for head, size in enumerate(HEADS[name]):
            part = logits[:, first : first + size]
            loss = loss + F.cross_entropy(part, y[chosen, head], label_smoothing=SMOOTHING)
            first += size
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 200 == 0:
            print(f"{name} {step}/{steps} loss {loss.item():.4f}", flush=True)
    return net.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=sorted(HEADS))
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--jitters", type=int, default=3)
    parser.add_argument("--start", type=Path, help="a folder of weights to go on from")
    parser.add_argument("-o", "--out", type=Path, default=Path("vision/weights"))
    args = parser.parse_args()
    net = train(args.name, args.photos, args.steps, args.jitters, args.start)
    cut = {"triangle": TRIANGLE_CUT, "edge": EDGE_CUT, "point": POINT_CUT}[args.name]
    example = torch.zeros(1, 3 * len(cut.planes_mm) + 3, cut.height, cut.width)
    torch.onnx.export(
        net,
        example,
        str(args.out / f"{args.name}.onnx"),
        input_names=["crop"],
        output_names=["logits"],
        dynamic_axes={"crop": {0: "n"}, "logits": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
