"""Zips the extension into a VSIX: `python editors/vscode/make_vsix.py build/rulelang.vsix`.

A VSIX is a zip with two more files: a manifest, and the types of what is in it. The language client comes from npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).parent
LEFT_OUT = {"make_vsix.py", "node_modules"}
TYPES = {"json": "application/json", "js": "application/javascript", "vsixmanifest": "text/xml", "md": "text/markdown"}

MANIFEST = """\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher} />
    <DisplayName>{title}</DisplayName>
    <Description>{description}</Description>
    <Categories>{categories}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine} /></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Dependencies />
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" /></Assets>
</PackageManifest>
"""


def manifest(package: dict) -> str:
    quoted = {key: quoteattr(package[key]) for key in ("name", "version", "publisher")}
    plain = {"title": escape(package["displayName"]), "description": escape(package["description"])}
    categories = escape(",".join(package["categories"]))
    return MANIFEST.format(engine=quoteattr(package["engines"]["vscode"]), categories=categories, **quoted, **plain)


def content_types(names: list[str]) -> str:
    endings = sorted({name.rpartition(".")[2] for name in names} | {"vsixmanifest"})
    kinds = {each: TYPES.get(each, "application/octet-stream") for each in endings}
    rows = "".join(f'<Default Extension="{each}" ContentType="{kind}" />' for each, kind in kinds.items())
    head = '<?xml version="1.0" encoding="utf-8"?>'
    return f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>'


def build(target: Path, folder: Path) -> None:
    """The VSIX of an extension that lies in a folder with all it needs."""
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [f"extension/{path.relative_to(folder).as_posix()}" for path in files]
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as vsix:
        vsix.writestr("extension.vsixmanifest", manifest(package))
        vsix.writestr("[Content_Types].xml", content_types(names))
        for path, name in zip(files, names):
            vsix.write(path, name)


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "extension"
        shutil.copytree(HERE, folder, ignore=lambda _, names: LEFT_OUT & set(names))
        subprocess.run(["npm", "install", "--omit=dev", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
        build(target, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
