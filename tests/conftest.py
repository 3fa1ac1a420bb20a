"""Where the tests find things."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def sample() -> Path:
    """The bundled sample."""
    return ROOT / "sample"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Real corpora, where this checkout has them beside it."""
    folder = ROOT.parent / "shared" / "corpora"
    if not folder.is_dir():
        pytest.skip("no ../shared/corpora here")
    return folder
