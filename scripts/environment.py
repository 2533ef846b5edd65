"""Make the virtual environment of this project ready: create it, then install what the named extras need.

Usage: python scripts/environment.py --venv .venv EXTRA [EXTRA ...]

Everything comes at the versions of constraints.txt. A stamp inside the environment makes a second call a matter of
milliseconds; it is renewed when pyproject.toml or constraints.txt change.

PyTorch is the one package that people are particular about. Whoever has it keeps it: an environment given by --venv
keeps its own, and a new environment borrows the one that the calling Python can import. Only where there is none is the
pinned version installed, as the CPU build where the package index has one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
STAMP = ".logitrail-environment.json"
BORROWED = "logitrail-borrowed-torch.pth"
LOOK_FOR_TORCH = """
import importlib.util, pathlib
from importlib.metadata import PackageNotFoundError, version
spec = importlib.util.find_spec("torch")
if spec is not None and spec.origin:
    try:
        print(version("torch"), pathlib.Path(spec.origin).parent.parent, sep="\\n")
    except PackageNotFoundError:
        pass
"""


class SetupError(Exception):
    """The environment cannot be made; the text is for the person at the terminal."""


def say(text: str) -> None:
    """Tell what happens next, ahead of the output of the command that does it."""
    print(f"· {text}", flush=True)


def interpreter(venv: Path) -> Path:
    """The Python of an environment."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def torch_of(python: Path | str) -> tuple[str, str] | None:
    """Version and folder of the PyTorch that an interpreter would import, or None."""
    # -I keeps a folder named torch in the working directory from being taken for it.
    found = subprocess.run([str(python), "-I", "-c", LOOK_FOR_TORCH], capture_output=True, text=True, check=False)
    lines = found.stdout.splitlines()
    return (lines[0], lines[1]) if len(lines) == 2 else None


def create(venv: Path) -> None:
    """Create the environment; let it see the PyTorch of the calling Python, if there is one."""
    try:
        import ensurepip  # noqa: F401  # Debian and Ubuntu ship the module in a package of its own
        import venv as _  # noqa: F401
    except ImportError:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise SetupError(
            f"{sys.executable} cannot create virtual environments: its venv and ensurepip modules are missing.\n"
            f"  hint: sudo apt-get install {package}"
        ) from None
    say(f"creating {venv} with Python {sys.version.split()[0]}")
    run([sys.executable, "-m", "venv", str(venv)])
    present = torch_of(sys.executable)
    if present is not None:
        version, folder = present
        say(f"using the torch {version} that {sys.executable} already has")
        purelib = run_for_text([interpreter(venv), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
        # A .pth folder comes last on the path: what is installed here wins over everything else found there.
        Path(purelib, BORROWED).write_text(folder + "\n", encoding="utf-8")


def run(command: list[str]) -> None:
    """Run a command, its output shown."""
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        raise SetupError(f"this command failed ({done.returncode}): {' '.join(command)}")


def run_for_text(command: list[str | Path]) -> str:
    """Run a command and return what it printed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def pinned_torch(constraints: str) -> str:
    """The version of torch in the text of constraints.txt."""
    match = re.search(r"^torch==(\S+)$", constraints, re.MULTILINE)
    if match is None:
        raise SetupError("constraints.txt: no line torch==VERSION")
    return match.group(1)


def with_torch(constraints: str, version: str) -> str:
    """The constraints with torch held at the version that is installed."""
    return re.sub(r"^torch==\S+$", lambda _: f"torch=={version}", constraints, flags=re.MULTILINE)


def install_torch(pip: list[str], version: str, constraints: Path) -> None:
    """Install PyTorch: the build without CUDA where the package index has it."""
    if sys.platform.startswith("linux"):
        say(f"installing torch {version} (CPU build)")
        command = [*pip, "-c", str(constraints), f"torch=={version}+cpu"]
        # The output is kept back: that an index carries no such build is no error, the next command is the answer.
        if subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, check=False).returncode == 0:
            return
        say("this package index has no CPU-only build: taking the default one, which may bring some GB of CUDA with it")
    say(f"installing torch {version}")
    run([*pip, "-c", str(constraints), f"torch=={version}"])


def prepare(venv: Path, extras: set[str]) -> None:
    """Bring the environment up to date for these extras; return at once where it is."""
    python = interpreter(venv)
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "constraints.txt")]
    digest = hashlib.sha256("\0".join([*texts, str(ROOT)]).encode()).hexdigest()
    stamp = venv / STAMP
    state = json.loads(stamp.read_text(encoding="utf-8")) if stamp.exists() else {"digest": None, "extras": []}
    if python.exists() and state["digest"] == digest and extras <= set(state["extras"]):
        return
    if not python.exists():
        create(venv)
    elif subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        # Its creation was interrupted, or it was made by a tool that leaves pip out.
        run([str(python), "-m", "ensurepip"])
    extras |= set(state["extras"])
    constraints = venv / "logitrail-constraints.txt"
    constraints.write_text(texts[1], encoding="utf-8")
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check"]
    if torch_of(python) is None:
        install_torch(pip, pinned_torch(texts[1]), constraints)
    present = torch_of(python)
    if present is None:
        raise SetupError(f"{python} cannot import torch after its installation")
    constraints.write_text(with_torch(texts[1], present[0]), encoding="utf-8")
    names = ",".join(sorted(extras))
    say(f"installing logitrail[{names}]")
    run([*pip, "-c", str(constraints), "-e", f".[{names}]"])
    stamp.write_text(json.dumps({"digest": digest, "extras": sorted(extras)}), encoding="utf-8")


def main() -> int:
    """Read the command line; 0 when the environment is ready, 2 when it cannot be made."""
    parser = argparse.ArgumentParser(description="Make the virtual environment of this project ready.")
    parser.add_argument("--venv", type=Path, default=Path(".venv"), help="its folder; created where it does not exist")
    parser.add_argument("extras", nargs="+", help="names of extras in pyproject.toml")
    options = parser.parse_args()
    if sys.version_info < OLDEST:
        print(f"error: Python {sys.version.split()[0]} found, 3.11 or later needed", file=sys.stderr)
        print("  hint: make PYTHON=python3.11 ...", file=sys.stderr)
        return 2
    try:
        prepare(options.venv.resolve(), set(options.extras))
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
