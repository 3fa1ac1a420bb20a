"""Where the tests find things."""

from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent

# `make test-fast` takes the quick profile. Both try the same examples each time, so that a change fails for its own
# faults; `--hypothesis-profile=search` looks for new ones. A busy machine must not fail a property.
settings.register_profile("thorough", deadline=None, derandomize=True, max_examples=300)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("search", deadline=None, max_examples=3000)
settings.load_profile("thorough")


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
