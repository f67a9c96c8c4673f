"""Everything is declared in pyproject.toml; this refuses to package a client without its generated calls."""
from pathlib import Path

from setuptools import setup

if not (Path(__file__).parent / "colloquy" / "calls.py").exists():
    raise SystemExit("colloquy/calls.py is generated: run `npm ci && npm run build` in the repository first")

setup()
