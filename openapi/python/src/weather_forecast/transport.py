"""Sends requests with the standard library alone."""

from __future__ import annotations

import json
import time
from typing import Any, Dict, List, Mapping, Optional
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

DEFAULT_WAIT_SECONDS = 1
# They may be sent again whatever became of them.
IDEMPOTENT = {"GET", "HEAD", "PUT", "DELETE"}


class WeatherError(Exception):
    """A response that is an error. Test `code`, which stays the same; the message is for people."""

    def __init__(self, status: int, problem: Mapping[str, Any], request_id: Optional[str]) -> None:
        title = problem.get("title")
        super().__init__(problem.get("detail") or title or f"The service returned {status}.")
        self.status = status
        self.code: Optional[str] = problem.get("code")
        self.title: Optional[str] = title
        #: What is wrong with each parameter, or each place in the body.
        self.faults: List[Dict[str, str]] = problem.get("errors") or []
        #: Find the request in the service's logs by it.
        self.request_id = request_id


class _NoRedirects(HTTPRedirectHandler):
    """A key must not follow a redirect to another host."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    """Sends requests to one service.

    :param url: the address of the service, such as ``https://weather.example.com``
    :param api_key: for weather
    :param token: for everything else: a personal access token, or an access token of a client
    :param retries: how often a request is sent again after 429 or 503
    :param longest_wait: longer waits than this, in seconds, become errors
    :param timeout: of the connection, in seconds
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        retries: int = 2,
        longest_wait: float = 60,
        timeout: float = 30,
    ) -> None:
        self._url = url.rstrip("/")
        self._headers: Dict[str, str] = {}
        if api_key:
            self._headers["apikey"] = api_key
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._retries = retries
        self._longest_wait = longest_wait
        self._timeout = timeout
        self._opener = build_opener(_NoRedirects)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        accept: str = "application/json",
    ) -> Any:
        """Returns JSON as what it means, other text as `str`, other bytes as `bytes`, and `None` without a body."""
        request = Request(self._url + path + _query_text(query or {}), method=method)
        for name, value in {**self._headers, "Accept": accept}.items():
            request.add_header(name, value)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        for attempt in range(self._retries + 1):
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return _content(response.headers.get_content_type(), response.read())
            except HTTPError as error:
                with error:
                    wait = self._wait(method, error)
                    if wait is None or attempt == self._retries:
                        raise _weather_error(error) from None
            time.sleep(wait)
        raise AssertionError("unreachable")

    @staticmethod
    def path(template: str, **values: str) -> str:
        return template.format(**{name: quote(value, safe="") for name, value in values.items()})

    def _wait(self, method: str, error: HTTPError) -> Optional[float]:
        """The seconds after which the request may be sent again; None where it must not be."""
        if error.code != 429 and not (error.code == 503 and method in IDEMPOTENT):
            return None
        text = error.headers.get("Retry-After", str(DEFAULT_WAIT_SECONDS))
        return float(text) if text.isdecimal() and float(text) <= self._longest_wait else None


def _query_text(query: Mapping[str, Any]) -> str:
    given = {name: _text(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _content(media_type: str, data: bytes) -> Any:
    if not data:
        return None
    if media_type == "application/json" or media_type.endswith("+json"):
        return json.loads(data)
    return data.decode() if media_type.startswith("text/") else data


def _weather_error(error: HTTPError) -> WeatherError:
    try:
        problem = json.loads(error.read())
    except ValueError:
        # A proxy may answer in words of its own.
        problem = None
    return WeatherError(
        error.code, problem if isinstance(problem, dict) else {}, error.headers.get("X-Request-Id")
    )
