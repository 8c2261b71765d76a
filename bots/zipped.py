"""Modules from a bot's zip, in the sandbox. The runner loads this where a bot comes as one."""

from __future__ import annotations

import io
import types
import zipfile
from collections.abc import Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader


class FromZip(Loader):
    """Finds and loads modules in a zip that was never on a disk."""

    def __init__(self, archive: bytes) -> None:
        self.archive = zipfile.ZipFile(io.BytesIO(archive))
        self.names = set(self.archive.namelist())

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks for it: a module, a package, or a folder that serves as one."""
        place = name.replace(".", "/")
        for file in (f"{place}.py", f"{place}/__init__.py"):
            if file in self.names:
                is_package = file.endswith("/__init__.py")
                return spec_from_loader(name, self, origin=file, is_package=is_package)
        if any(file.startswith(f"{place}/") for file in self.names):
            folder = ModuleSpec(name, None, is_package=True)
            folder.submodule_search_locations = [place]
            return folder
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """The usual kind."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run its source."""
        file = module.__spec__.origin if module.__spec__ else None
        assert file
        module.__file__ = file
        exec(compile(self.archive.read(file), file, "exec"), module.__dict__)

    def get_data(self, path: str) -> bytes:
        """As pkgutil.get_data and `sdk.data` ask for it."""
        try:
            return self.archive.read(path)
        except KeyError:
            raise FileNotFoundError(path) from None
