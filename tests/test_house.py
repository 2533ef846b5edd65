"""What holds for the whole source: public names, the order of the layers, what an import costs, small files."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import logitrail

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "logitrail"
MOST_LINES = 450
MOST_SECONDS = 0.3

LAYERS = (
    "errors",
    "types",
    "scan",
    "contract",
    "engine",
    "trace",
    "decoding",
    "backends",
    "verification",
    "grounding",
    "synthesis",
    "pipeline",
    "observation",
    "server",
    "cli",
)
"""A layer imports itself and those above it in this list."""

ITS_OWN = {"Any", "TYPE_CHECKING", "annotations", "import_module"}
"""What the package imports for its own use."""

LAZY = {
    ("contract", "engine"),  # Contract.accepts and its kin compile; they load the engine when they are called
    ("contract", "grounding"),  # Contract.grounded and what reads or explains such a contract
}
"""Imports of a later layer that are allowed inside a function: (layer, later layer)."""


# public names


def test_the_public_names_are_sorted_and_unique() -> None:
    assert list(logitrail.__all__) == sorted(set(logitrail.__all__))


def test_every_public_name_resolves() -> None:
    assert [name for name in logitrail.__all__ if not hasattr(logitrail, name)] == []


def test_the_public_names_are_those_that_can_be_reached() -> None:
    for name in logitrail.__all__:
        getattr(logitrail, name)
    reachable = {name for name in dir(logitrail) if not name.startswith("_") and name not in ITS_OWN}
    # The layers become attributes of the package as they are imported; one is public only if __all__ says so.
    assert reachable - set(LAYERS) == set(logitrail.__all__) - set(LAYERS)
    assert set(logitrail.__all__) <= set(dir(logitrail))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        logitrail.no_such_name  # noqa: B018


# the order of the layers


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """The layers that an import statement or a call of import_module names.

    ``package`` is the dotted package of the module, in parts, for relative imports.
    """
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else ()
        prefix = [*base, *(node.module.split(".") if node.module else [])]
        # In "from logitrail import x" the layer is x; __version__ is of no layer.
        layers = [alias.name for alias in node.names if not alias.name.startswith("__")]
        names = [".".join([*prefix, layer]) for layer in layers] if len(prefix) == 1 else [".".join(prefix)]
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args:
        names = [node.args[0].value] if isinstance(node.args[0], ast.Constant) else []
    for name in names:
        parts = name.split(".")
        if parts[0] == "logitrail":
            yield parts[1] if len(parts) > 1 else "logitrail"


def imports_of(path: Path) -> Iterator[tuple[str, bool, int]]:
    """Each import of a module: the layer, whether it stands inside a function, the line."""
    package = ("logitrail", *path.relative_to(PACKAGE).parts[:-1])

    def walk(node: ast.AST, inside: bool) -> Iterator[tuple[str, bool, int]]:
        for child in ast.iter_child_nodes(node):
            for layer in imported(child, package):
                yield layer, inside, child.lineno
            yield from walk(child, inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))

    yield from walk(ast.parse(path.read_text(encoding="utf-8"), str(path)), False)


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or not path.name.startswith("__")]


def test_every_module_belongs_to_a_layer() -> None:
    assert sorted({layer_of(path) for path in modules()} - set(LAYERS)) == []


def test_imports_point_one_way() -> None:
    wrong = []
    for path in modules():
        own = layer_of(path)
        for layer, inside, line in imports_of(path):
            if layer not in LAYERS:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {own} imports logitrail.{layer}, which is no layer")
            elif LAYERS.index(layer) > LAYERS.index(own) and not (inside and (own, layer) in LAZY):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {own} imports the later layer {layer}")
    assert wrong == []


def test_the_reader_of_imports_sees_every_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "contract" / "module.py"
    module.parent.mkdir()
    module.write_text(
        "import logitrail.cli.app\n"
        "from logitrail import errors, server\n"
        "from logitrail.trace.fields import x\n"
        "from ..backends import y\n"
        "from .. import scan\n"
        "from . import rules\n"
        "import numpy\n"
        "def f():\n"
        "    from logitrail.engine import z\n"
        "    importlib.import_module('logitrail.decoding.loop')\n"
    )
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    assert list(imports_of(module)) == [
        ("cli", False, 1),
        ("errors", False, 2),
        ("server", False, 2),
        ("trace", False, 3),
        ("backends", False, 4),
        ("scan", False, 5),
        ("contract", False, 6),
        ("engine", True, 9),
        ("decoding", True, 10),
    ]


# what an import costs


def test_import_is_fast_and_loads_no_framework() -> None:
    program = (
        "import json, sys, time; start = time.perf_counter(); import logitrail; "
        "print(json.dumps([time.perf_counter() - start, sorted({name.partition('.')[0] for name in sys.modules})]))"
    )
    runs = [
        json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout)
        for _ in range(3)
    ]
    assert {"torch", "transformers"} & set(runs[0][1]) == set()
    # The best of three: the machine may be busy with something else.
    assert min(seconds for seconds, _ in runs) < MOST_SECONDS


# small files


def test_files_are_small() -> None:
    folders = (PACKAGE, ROOT / "scripts", ROOT / "bench")
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in folders
        for path in folder.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
