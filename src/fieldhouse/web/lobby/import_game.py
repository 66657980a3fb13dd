"""Import a game from its record file."""

from __future__ import annotations

from litestar import post
from litestar.datastructures import UploadFile
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.errors import BadRecord
from fieldhouse.web.middleware.auth import Req, table_service, visitor
from fieldhouse.web.setup import rematch


@post("/import", include_in_schema=False, status_code=303, request_max_body_size=4 * 1024 * 1024)
async def import_game(request: Req) -> Redirect:
    """Import a record from a file or from pasted text."""
    form = await request.form()
    file, text = form.get("file"), form.get("text")
    body = b""
    if isinstance(file, UploadFile):
        body = await file.read()
    elif isinstance(file, str):
        body = file.encode()
    if not body and isinstance(text, str):
        body = text.encode()
    if not body:
        raise BadRecord("choose a game file first")
    person = visitor(request)
    table_id = await rematch.import_record(table_service(request), body, person.hash)
    live = await table_service(request).get(table_id)
    where = "/replay" if live.row.status == "over" else ""
    return Redirect(f"/t/{table_id}{where}", status_code=303, cookies=person.cookies())


HANDLERS: list[ControllerRouterHandler] = [import_game]
