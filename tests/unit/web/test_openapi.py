"""The OpenAPI document: well formed, and kept by the server whatever is sent."""

from __future__ import annotations

from typing import Any

import pytest

from lastmove.web.api import QUESTIONS
from lastmove.web.openapi import document
from playground import Playground

CONFORMING = ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
LIMITS = {"time": 60.0, "memory": 1000.0, "body": 1e6}


def test_every_question_and_field_is_described() -> None:
    paths = document(LIMITS)["paths"]
    for name, question in QUESTIONS.items():
        if name != "about":
            operation = paths[f"/api/v1/{name}"]["post"]
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            assert tuple(schema["properties"]) == question.fields
            assert set(schema["required"]) <= set(question.fields)
            assert {"200", "400", "413", "415", "500", "503"} == operation["responses"].keys()


@pytest.mark.long
def test_the_server_keeps_to_its_document() -> None:
    """Schemathesis makes bodies from the document, right and wrong ones; answers must be as it says."""
    import schemathesis
    from hypothesis import HealthCheck, given, settings
    from schemathesis import checks

    wanted = [checks.not_a_server_error, *(getattr(checks, name) for name in CONFORMING)]
    few = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    seen: set[tuple[str, int]] = set()
    with Playground() as server:
        schema = schemathesis.openapi.from_url(f"{server.address}api/v1/openapi.json")
        for result in schema.get_all_operations():
            operation: Any = result.ok()  # type: ignore[union-attr]
            for mode in schemathesis.GenerationMode:
                if mode is schemathesis.GenerationMode.NEGATIVE and operation.method == "get":
                    continue

                def held(case: Any) -> None:
                    if isinstance(case.body, dict):
                        case.body["time"] = 0.2
                    response = case.call(base_url=server.address)
                    seen.add((case.operation.path, response.status_code))
                    case.validate_response(response, checks=wanted)

                few(given(case=operation.as_strategy(generation_mode=mode))(held))()
    assert {path for path, _ in seen} == set(document(LIMITS)["paths"]) - {"/api/v1/openapi.json"}
    assert {status for _, status in seen} <= {200, 400, 415}
