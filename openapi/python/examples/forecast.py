import os

from weather_forecast import WeatherClient, WeatherError

weather = WeatherClient(
    os.environ.get("WEATHER_URL", "http://localhost:3000"),
    api_key=os.environ["WEATHER_API_KEY"],
)

forecast = weather.get_forecast(
    lat=52.2297, lon=21.0122, fields=["temperature", "windSpeed"], timelines=["hourly"]
)
location = forecast["location"]
now = forecast["data"]["timelines"]["hourly"][0]
print(f"{location['lat']}, {location['lon']}: {now['values']['temperature']} °C at {now['time']}")

try:
    weather.get_forecast(lat=91, lon=0)
except WeatherError as error:
    print(f"{error.status} {error.code}: {error}")
