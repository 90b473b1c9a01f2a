from collections.abc import Callable

VERSION: str

class Fault:
    exit: int
    message: str
    problems: str

class Reply:
    json: str
    text: str
    remarks: list[str]
    tables: dict[str, Table]
    exit: int
    read: list[tuple[str, str]]
    fault: Fault | None
    raised: BaseException | None

class Table:
    name: str
    columns: list[str]
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def answer(
    words: list[str], documents: list[tuple[str, str]], progress: Callable[[str, int, int], object] | None = None
) -> Reply: ...
def toml_as_json(text: str) -> str: ...
