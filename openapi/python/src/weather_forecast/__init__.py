"""A typed client of the Weather Forecast Service."""

from . import types
from .operations import Operations as WeatherClient
from .transport import WeatherError

__all__ = ["WeatherClient", "WeatherError", "types"]
