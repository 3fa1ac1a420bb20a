"""An OpenAI-compatible endpoint: one prompt in, one bounded answer out, every failure in one sentence."""

import os
from dataclasses import dataclass

from ratio_spark.errors import ConfigurationError, RetryableError
from ratio_spark.extra import extra

with extra("curate"):
    import openai

KEY = "OPENAI_API_KEY"
MAX_CHARACTERS = 100_000
"""What an answer may hold; where it goes on, the connection is closed."""

_RETRIES = 4
# The client refuses to work without a key, which many local servers do not ask for.
_NO_KEY = "none"


@dataclass(frozen=True)
class Answer:
    """What a model wrote, and why it ended where that was not by itself."""

    text: str
    cut: str | None


class Endpoint:
    """Asks models for text. The key comes from the environment variable OPENAI_API_KEY and is never shown.

    Args:
        url: where the API begins, such as https://api.openai.com/v1 or http://localhost:8000/v1.
        timeout: seconds of silence after which a try is given up.
    """

    def __init__(self, url: str, timeout: float) -> None:
        self._key = os.environ.get(KEY, "").strip() or _NO_KEY
        self._client = openai.OpenAI(base_url=url, api_key=self._key, timeout=timeout, max_retries=_RETRIES)

    def ask(self, model: str, prompt: str) -> Answer:
        """The answer of a model; what may pass by itself is tried again.

        Raises:
            RetryableError: the endpoint is not there, is busy, or fails time and again.
            ConfigurationError: it refuses the key, the model or the request, or speaks another protocol.
        """
        try:
            return self._read(model, prompt)
        except (openai.RateLimitError, openai.InternalServerError) as error:
            raise RetryableError(f"{model}: {self._told(error)}; run again later") from error
        except openai.APIConnectionError as error:
            raise RetryableError(f"{model}: {self._told(error)} Is the server of --endpoint up?") from error
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise ConfigurationError(f"{model}: {self._told(error)}; set a valid key in {KEY}") from error
        except openai.NotFoundError as error:
            raise ConfigurationError(f"{model}: {self._told(error)}; check --endpoint and --model") from error
        except (openai.OpenAIError, ValueError) as error:
            raise ConfigurationError(
                f"{model}: the endpoint does not answer as expected: {self._told(error)}"
            ) from error

    def _read(self, model: str, prompt: str) -> Answer:
        # As a stream, so that an answer without end can be cut off.
        messages: list[openai.types.chat.ChatCompletionMessageParam] = [{"role": "user", "content": prompt}]
        text, finish = "", None
        with self._client.chat.completions.create(model=model, messages=messages, stream=True) as chunks:
            for chunk in chunks:
                # The client does not check what it reads: a server may leave anything out.
                for choice in (chunk.choices or [])[:1]:
                    text += (choice.delta and choice.delta.content) or ""
                    finish = choice.finish_reason or finish
                if len(text) > MAX_CHARACTERS:
                    return Answer(text[:MAX_CHARACTERS], f"cut off after {MAX_CHARACTERS:,} characters")
        return Answer(text, None if finish in ("stop", None) else f"cut short by the server: {finish}")

    def _told(self, error: Exception) -> str:
        """The error in one line without the key, which some servers repeat."""
        line = " ".join(str(error).split())
        return (line.replace(self._key, "…") if self._key != _NO_KEY else line)[:300]
