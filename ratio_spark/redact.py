"""Text without the secrets of the addresses in it, for what is written where others read."""

import re

HIDDEN = "***"

# Azure writes a container before the @, which is no secret.
_USER = re.compile(r"\b(?!(?:abfs|wasb)s?://)([A-Za-z][\w+.-]*://)[^\s/?#]*@")
_PASSWORD = re.compile(r"\b([A-Za-z][\w+.-]*://)[^\s/:@]*:(?!\d+(?:[/?#]|$))[^\s@]*@")
_PARAMETER = re.compile(
    r"([?&;](?:[\w.-]*(?:signature|credential|secret|password|passwd|token|key)|sig|sas|pwd)=)[^\s&;#]+", re.IGNORECASE
)
_SECRET_NAME = re.compile(r"(?:^|[^a-z])(?:key|secret|password|passwd|token|credentials?)$", re.IGNORECASE)


def redact(text: str) -> str:
    """A text whose addresses have neither user, password nor access keys.

    >>> redact("postgresql://ann:pa/ss@db:5432/runs, s3://bucket/t?X-Amz-Signature=ab12&part=1")
    'postgresql://***@db:5432/runs, s3://bucket/t?X-Amz-Signature=***&part=1'
    >>> redact("abfss://tables@lake.dfs.core.windows.net/t at http://box:5000/a@b")
    'abfss://tables@lake.dfs.core.windows.net/t at http://box:5000/a@b'
    """
    text = _PASSWORD.sub(rf"\1{HIDDEN}@", text)
    text = _USER.sub(rf"\1{HIDDEN}@", text)
    return _PARAMETER.sub(rf"\1{HIDDEN}", text)


def redact_option(name: str, value: object) -> str:
    """The value of an option as text: hidden where the name says that it is a secret, else redacted.

    >>> redact_option("api_key", "sk-1"), redact_option("max_tokens", 512)
    ('***', '512')
    """
    return HIDDEN if _SECRET_NAME.search(name) and value is not None else redact(str(value))
