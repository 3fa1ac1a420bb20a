"""What a file holds: itself, or the members of a tar or zip archive, each as a stream, none ever written to disk."""

import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from ratio_spark.corpus.paper import one_line
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import CHUNK_BYTES, ChunkReader, InputStream, peek, unpacked, unreadable

_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_CHECKSUM = re.compile(rb"[ 0-7]+[\0 ]")
_NAME_CHARACTERS = 150

# Headers that hold a name or attributes of the member behind them. tarfile reads them into memory whole.
_EXTENDED = {
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
}
_EXTENDED_BYTES = 1 << 20

# Zip archives that are one document in parts: its first member says so.
_DOCUMENT_PARTS = ("[Content_Types].xml", "mimetype")

# What tarfile and zipfile raise for headers that make no sense, as fuzzing them shows.
_HEADER_FAULTS = (ValueError, ArithmeticError, LookupError, RecursionError, struct.error)
_ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, *_HEADER_FAULTS)


@dataclass(frozen=True)
class Part:
    """What is read as one: a file that is no archive, or a member of one.

    `path` is that of the file, behind it that of the member, and `name` what to call it. `chunks` are its unpacked
    bytes; they may raise the refusals of `InputStream.chunks`. `file` is the whole file where it is that as it is
    stored, and so can be read at any place.
    """

    name: str
    path: str
    chunks: Iterator[bytes]
    is_member: bool
    file: InputStream | None = None


def parts(stream: InputStream) -> Iterator[Part]:
    """The members of an archive, decided by content, or the file itself.

    Each part is to be read before the next is asked for. Members that are no regular files are left out, and hidden
    ones (a part of the name starts with `.` or `_`), as in folders. Raises `Refusal` where the archive cannot be
    read further; it is then `stream.fault`.
    """
    head, chunks, _, _ = peek(stream.chunks(), tarfile.BLOCKSIZE)
    if is_tar(head):
        yield from _tar_members(chunks, stream)
    elif is_zip(head) and not stream.is_packed:
        yield from _zip_members(stream)
    else:
        yield Part(stream.path, stream.path, chunks, False, None if stream.is_packed else stream)


def is_zip(head: bytes) -> bool:
    """Whether bytes that begin so are a zip archive."""
    return head.startswith(_ZIP_MAGIC)


def is_tar(head: bytes) -> bool:
    """Whether bytes that begin so are a tar archive: their first block is a header with a right checksum."""
    if len(head) < tarfile.BLOCKSIZE or not _TAR_CHECKSUM.match(head, 148):
        return False
    try:
        tarfile.TarInfo.frombuf(head[: tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except (tarfile.TarError, *_HEADER_FAULTS):
        return False
    return True


def _is_hidden(name: str) -> bool:
    """Whether folders would leave a file of this name out; `.` and `..` are no names."""
    return any(part.startswith((".", "_")) and part.strip(".") for part in name.split("/"))


def _shown(name: str) -> str:
    """The name of a member as text for people, in one line and bounded."""
    shown = one_line(name.encode(errors="replace").decode()) or "?"
    return shown if len(shown) <= _NAME_CHARACTERS else f"…{shown[1 - _NAME_CHARACTERS :]}"


def _member(name: str, chunks: Iterator[bytes], stream: InputStream) -> Part:
    shown = _shown(name)
    return Part(shown, f"{stream.path}/{shown}", unpacked(chunks, shown, stream.spend), True)


class _EndedEarlyError(tarfile.TarError):
    """A tar archive ends before its end mark."""


class _Header(tarfile.TarInfo):
    """A header that says so where it is at fault; tarfile itself would take it for the end of the archive."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _EXTENDED and header.size > _EXTENDED_BYTES:
            raise tarfile.StreamError(f"an extended header claims {header.size} bytes")
        return header

    @classmethod
    def fromtarfile(cls, tarfile_: "_Tar") -> Self:  # type: ignore[override]
        has_ended, tarfile_.has_ended = tarfile_.has_ended, False
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            tarfile_.has_ended = True
            raise
        except tarfile.EmptyHeaderError as error:  # type: ignore[attr-defined]
            if has_ended:
                raise
            raise _EndedEarlyError("the archive ends without its end mark") from error
        except tarfile.TruncatedHeaderError as error:  # type: ignore[attr-defined]
            raise _EndedEarlyError("the archive ends within a header") from error
        except tarfile.HeaderError as error:
            raise tarfile.StreamError(f"a header is damaged: {error}") from error


class _Tar(tarfile.TarFile):
    """A tar archive, or several one after the other; `has_ended` once an end mark was the last thing read."""

    tarinfo = _Header
    ignore_zeros = True
    has_ended = False


def _tar_members(chunks: Iterator[bytes], stream: InputStream) -> Iterator[Part]:
    try:
        archive = _Tar.open(fileobj=ChunkReader(chunks), mode="r|")
        while (header := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # it would keep the headers of all members
            if header.isreg() and not _is_hidden(header.name):
                yield _member(header.name, _tar_content(archive, header, stream), stream)
    except (tarfile.TarError, *_HEADER_FAULTS) as error:
        raise stream.fail(_tar_refusal(error)) from error


def _tar_content(archive: tarfile.TarFile, header: tarfile.TarInfo, stream: InputStream) -> Iterator[bytes]:
    if header.issparse():
        raise Refusal(Reason.NOT_UNPACKABLE, "a sparse file")
    try:
        file = archive.extractfile(header)
        while file and (chunk := file.read(CHUNK_BYTES)):
            yield chunk
    except (tarfile.TarError, *_HEADER_FAULTS) as error:
        raise stream.fail(_tar_refusal(error)) from error


def _tar_refusal(error: Exception) -> Refusal:
    if isinstance(error, _EndedEarlyError | tarfile.ReadError):
        return Refusal(Reason.TRUNCATED, f"the tar archive is cut off: {error}")
    return Refusal(Reason.DAMAGED, f"the tar archive: {error}")


def _zip_members(stream: InputStream) -> Iterator[Part]:
    try:
        with stream.seekable() as file, zipfile.ZipFile(io.BufferedReader(file, CHUNK_BYTES)) as archive:
            headers = archive.infolist()
            if headers and headers[0].filename in _DOCUMENT_PARTS:
                raise Refusal(Reason.UNKNOWN_FORMAT, "an office document or e-book, not an archive of papers")
            for header in headers:
                if _is_regular(header) and not _is_hidden(header.filename):
                    yield _member(header.filename, _zip_content(archive, header, stream), stream)
    except zipfile.BadZipFile as error:
        raise stream.fail(Refusal(Reason.TRUNCATED, f"the zip archive has no sound directory: {error}")) from error
    except _ZIP_FAULTS as error:
        raise stream.fail(Refusal(Reason.DAMAGED, f"the directory of the zip archive: {error}")) from error
    except OSError as error:
        raise stream.fail(unreadable(error)) from error


def _is_regular(header: zipfile.ZipInfo) -> bool:
    """Not a folder, link or device; packers that know nothing of these leave the mode 0."""
    return not header.is_dir() and stat.S_IFMT(header.external_attr >> 16) in (0, stat.S_IFREG)


def _zip_content(archive: zipfile.ZipFile, header: zipfile.ZipInfo, stream: InputStream) -> Iterator[bytes]:
    if header.flag_bits & 0x1:
        raise Refusal(Reason.NOT_UNPACKABLE, "it needs a password")
    # What else zipfile knows, it unpacks without a bound.
    if header.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refusal(Reason.NOT_UNPACKABLE, f"packed by method {header.compress_type}, not by deflate")
    try:
        with archive.open(header) as file:
            while chunk := file.read(CHUNK_BYTES):
                stream.spend(len(chunk))
                yield chunk
    except _ZIP_FAULTS as error:
        raise Refusal(Reason.DAMAGED, f"{error}") from error
    except OSError as error:
        raise stream.fail(unreadable(error)) from error
