"""What the service takes and returns. Written by openapi/python/generate.mjs: don't change it by hand."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, Required, TypedDict, Union

class ForecastLocation(TypedDict, total=False):
    """The requested location."""

    lat: Required[float]
    lon: Required[float]


class HourlyValues(TypedDict, total=False):
    """The requested metrics. A value that the source doesn't have is null, and a warning says why."""

    temperature: NotRequired[Union[float, None]]
    temperatureApparent: NotRequired[Union[float, None]]
    dewPoint: NotRequired[Union[float, None]]
    humidity: NotRequired[Union[int, None]]
    windSpeed: NotRequired[Union[float, None]]
    windDirection: NotRequired[Union[int, None]]
    windGust: NotRequired[Union[float, None]]
    pressureSurfaceLevel: NotRequired[Union[float, None]]
    precipitationIntensity: NotRequired[Union[float, None]]
    precipitationProbability: NotRequired[Union[int, None]]
    snowAccumulation: NotRequired[Union[float, None]]
    weatherCode: NotRequired[Union[int, None]]
    cloudCover: NotRequired[Union[int, None]]
    visibility: NotRequired[Union[float, None]]
    uvIndex: NotRequired[Union[int, None]]
    ozone: NotRequired[Union[int, None]]
    soilMoisture: NotRequired[Union[int, None]]
    lightningProbability: NotRequired[Union[int, None]]
    temperatureP10: NotRequired[Union[float, None]]
    temperatureP50: NotRequired[Union[float, None]]
    temperatureP90: NotRequired[Union[float, None]]
    windSpeedP10: NotRequired[Union[float, None]]
    windSpeedP50: NotRequired[Union[float, None]]
    windSpeedP90: NotRequired[Union[float, None]]
    windGustP10: NotRequired[Union[float, None]]
    windGustP50: NotRequired[Union[float, None]]
    windGustP90: NotRequired[Union[float, None]]
    precipitationIntensityP10: NotRequired[Union[float, None]]
    precipitationIntensityP50: NotRequired[Union[float, None]]
    precipitationIntensityP90: NotRequired[Union[float, None]]
    cloudCoverP10: NotRequired[Union[int, None]]
    cloudCoverP50: NotRequired[Union[int, None]]
    cloudCoverP90: NotRequired[Union[int, None]]


class HourlyEntry(TypedDict, total=False):
    time: Required[str]
    values: Required[HourlyValues]


class MinutelyValues(TypedDict, total=False):
    """The requested metrics. A value that the source doesn't have is null, and a warning says why. Interpolated between hours. Amounts, probabilities and codes are those of the hour."""

    temperature: NotRequired[Union[float, None]]
    temperatureApparent: NotRequired[Union[float, None]]
    dewPoint: NotRequired[Union[float, None]]
    humidity: NotRequired[Union[int, None]]
    windSpeed: NotRequired[Union[float, None]]
    windDirection: NotRequired[Union[int, None]]
    windGust: NotRequired[Union[float, None]]
    pressureSurfaceLevel: NotRequired[Union[float, None]]
    precipitationIntensity: NotRequired[Union[float, None]]
    precipitationProbability: NotRequired[Union[int, None]]
    snowAccumulation: NotRequired[Union[float, None]]
    weatherCode: NotRequired[Union[int, None]]
    cloudCover: NotRequired[Union[int, None]]
    visibility: NotRequired[Union[float, None]]
    uvIndex: NotRequired[Union[int, None]]
    ozone: NotRequired[Union[int, None]]
    soilMoisture: NotRequired[Union[int, None]]
    lightningProbability: NotRequired[Union[int, None]]
    temperatureP10: NotRequired[Union[float, None]]
    temperatureP50: NotRequired[Union[float, None]]
    temperatureP90: NotRequired[Union[float, None]]
    windSpeedP10: NotRequired[Union[float, None]]
    windSpeedP50: NotRequired[Union[float, None]]
    windSpeedP90: NotRequired[Union[float, None]]
    windGustP10: NotRequired[Union[float, None]]
    windGustP50: NotRequired[Union[float, None]]
    windGustP90: NotRequired[Union[float, None]]
    precipitationIntensityP10: NotRequired[Union[float, None]]
    precipitationIntensityP50: NotRequired[Union[float, None]]
    precipitationIntensityP90: NotRequired[Union[float, None]]
    cloudCoverP10: NotRequired[Union[int, None]]
    cloudCoverP50: NotRequired[Union[int, None]]
    cloudCoverP90: NotRequired[Union[int, None]]


class MinutelyEntry(TypedDict, total=False):
    time: Required[str]
    values: Required[MinutelyValues]


class DailyValues(TypedDict, total=False):
    """Daily values of the requested metrics, from the hours that start in the local day, and sunrise and sunset. A value that the source doesn't have is null, and a warning says why."""

    sunriseTime: Required[Union[str, None]]
    sunsetTime: Required[Union[str, None]]
    temperatureMin: NotRequired[Union[float, None]]
    temperatureMax: NotRequired[Union[float, None]]
    temperatureAvg: NotRequired[Union[float, None]]
    temperatureApparentMin: NotRequired[Union[float, None]]
    temperatureApparentMax: NotRequired[Union[float, None]]
    temperatureApparentAvg: NotRequired[Union[float, None]]
    dewPointMin: NotRequired[Union[float, None]]
    dewPointMax: NotRequired[Union[float, None]]
    dewPointAvg: NotRequired[Union[float, None]]
    humidityMin: NotRequired[Union[int, None]]
    humidityMax: NotRequired[Union[int, None]]
    humidityAvg: NotRequired[Union[int, None]]
    windSpeedMin: NotRequired[Union[float, None]]
    windSpeedMax: NotRequired[Union[float, None]]
    windSpeedAvg: NotRequired[Union[float, None]]
    windDirectionAvg: NotRequired[Union[int, None]]
    windGustMin: NotRequired[Union[float, None]]
    windGustMax: NotRequired[Union[float, None]]
    windGustAvg: NotRequired[Union[float, None]]
    pressureSurfaceLevelMin: NotRequired[Union[float, None]]
    pressureSurfaceLevelMax: NotRequired[Union[float, None]]
    pressureSurfaceLevelAvg: NotRequired[Union[float, None]]
    precipitationIntensityMin: NotRequired[Union[float, None]]
    precipitationIntensityMax: NotRequired[Union[float, None]]
    precipitationIntensityAvg: NotRequired[Union[float, None]]
    precipitationAccumulationSum: NotRequired[Union[float, None]]
    precipitationProbabilityMin: NotRequired[Union[int, None]]
    precipitationProbabilityMax: NotRequired[Union[int, None]]
    precipitationProbabilityAvg: NotRequired[Union[int, None]]
    snowAccumulationSum: NotRequired[Union[float, None]]
    weatherCode: NotRequired[Union[int, None]]
    weatherCodeMax: NotRequired[Union[int, None]]
    cloudCoverMin: NotRequired[Union[int, None]]
    cloudCoverMax: NotRequired[Union[int, None]]
    cloudCoverAvg: NotRequired[Union[int, None]]
    visibilityMin: NotRequired[Union[float, None]]
    visibilityMax: NotRequired[Union[float, None]]
    visibilityAvg: NotRequired[Union[float, None]]
    uvIndexMin: NotRequired[Union[int, None]]
    uvIndexMax: NotRequired[Union[int, None]]
    uvIndexAvg: NotRequired[Union[int, None]]
    ozoneMin: NotRequired[Union[int, None]]
    ozoneMax: NotRequired[Union[int, None]]
    ozoneAvg: NotRequired[Union[int, None]]
    soilMoistureMin: NotRequired[Union[int, None]]
    soilMoistureMax: NotRequired[Union[int, None]]
    soilMoistureAvg: NotRequired[Union[int, None]]
    lightningProbabilityMin: NotRequired[Union[int, None]]
    lightningProbabilityMax: NotRequired[Union[int, None]]
    lightningProbabilityAvg: NotRequired[Union[int, None]]
    temperatureMinP10: NotRequired[Union[float, None]]
    temperatureMaxP10: NotRequired[Union[float, None]]
    temperatureMinP50: NotRequired[Union[float, None]]
    temperatureMaxP50: NotRequired[Union[float, None]]
    temperatureMinP90: NotRequired[Union[float, None]]
    temperatureMaxP90: NotRequired[Union[float, None]]
    windSpeedMinP10: NotRequired[Union[float, None]]
    windSpeedMaxP10: NotRequired[Union[float, None]]
    windSpeedMinP50: NotRequired[Union[float, None]]
    windSpeedMaxP50: NotRequired[Union[float, None]]
    windSpeedMinP90: NotRequired[Union[float, None]]
    windSpeedMaxP90: NotRequired[Union[float, None]]
    windGustMinP10: NotRequired[Union[float, None]]
    windGustMaxP10: NotRequired[Union[float, None]]
    windGustMinP50: NotRequired[Union[float, None]]
    windGustMaxP50: NotRequired[Union[float, None]]
    windGustMinP90: NotRequired[Union[float, None]]
    windGustMaxP90: NotRequired[Union[float, None]]
    precipitationIntensityMinP10: NotRequired[Union[float, None]]
    precipitationIntensityMaxP10: NotRequired[Union[float, None]]
    precipitationAccumulationSumP10: NotRequired[Union[float, None]]
    precipitationIntensityMinP50: NotRequired[Union[float, None]]
    precipitationIntensityMaxP50: NotRequired[Union[float, None]]
    precipitationAccumulationSumP50: NotRequired[Union[float, None]]
    precipitationIntensityMinP90: NotRequired[Union[float, None]]
    precipitationIntensityMaxP90: NotRequired[Union[float, None]]
    precipitationAccumulationSumP90: NotRequired[Union[float, None]]
    cloudCoverMinP10: NotRequired[Union[int, None]]
    cloudCoverMaxP10: NotRequired[Union[int, None]]
    cloudCoverMinP50: NotRequired[Union[int, None]]
    cloudCoverMaxP50: NotRequired[Union[int, None]]
    cloudCoverMinP90: NotRequired[Union[int, None]]
    cloudCoverMaxP90: NotRequired[Union[int, None]]


class DailyEntry(TypedDict, total=False):
    time: Required[str]
    values: Required[DailyValues]


class Timelines(TypedDict, total=False):
    """The requested timelines."""

    hourly: NotRequired[List[HourlyEntry]]
    minutely: NotRequired[List[MinutelyEntry]]
    daily: NotRequired[List[DailyEntry]]


class ForecastData(TypedDict, total=False):
    timelines: Required[Timelines]


AnswerSource = Literal['gfs', 'ifs', 'aifs', 'icon-eu', 'gefs', 'climatology']


UnitSystem = Literal['metric', 'imperial']


class ForecastPlace(TypedDict, total=False):
    """The place that you requested by name."""

    id: Required[str]
    name: Required[str]
    country_code: Required[str]
    admin: Required[Union[str, None]]


class ForecastGrid(TypedDict, total=False):
    resolution: Required[float]
    elevation: Required[Union[int, None]]
    interpolation: Required[Literal['bilinear']]


ForecastSourceSpan = TypedDict('ForecastSourceSpan', {
    'fields': 'Required[List[str]]',
    'from': 'Required[str]',
    'to': 'Required[str]',
})


class ForecastSourceShare(TypedDict, total=False):
    """What a model run weighs in the mean of the models, on average from `from` to `to`, whichever fields were requested. The shares of an hour add up to 1, with those of models that have none of the requested fields and are not listed."""

    temperature: Required[float]
    wind: Required[float]
    pressure: Required[float]


ProbabilityMethod = Literal['ensemble_members', 'neighborhood']


ForecastSource = TypedDict('ForecastSource', {
    'source': 'Required[AnswerSource]',
    'run': 'Required[Union[str, None]]',
    'publishedAt': 'Required[Union[str, None]]',
    'nextRunExpectedAt': 'Required[Union[str, None]]',
    'fields': 'Required[List[str]]',
    'from': 'Required[str]',
    'to': 'Required[str]',
    'spans': 'Required[List[ForecastSourceSpan]]',
    'share': 'Required[ForecastSourceShare]',
    'reaches': 'NotRequired[str]',
    'probabilityMethod': 'NotRequired[ProbabilityMethod]',
    'grid': 'Required[ForecastGrid]',
    'attribution': 'Required[str]',
})


class ForecastCorrectingStation(TypedDict, total=False):
    """A station whose recent errors are known."""

    id: Required[str]
    distanceKm: Required[float]
    weight: Required[float]


class ForecastCorrection(TypedDict, total=False):
    """How the recent errors at stations nearby have changed a field."""

    field: Required[Literal['temperature', 'dewPoint']]
    stations: Required[List[ForecastCorrectingStation]]
    mean: Required[float]
    state: Required[int]


class ForecastWarning(TypedDict, total=False):
    code: Required[str]
    detail: Required[str]
    fields: Required[List[str]]


class ForecastMeta(TypedDict, total=False):
    """Where the values come from."""

    source: Required[AnswerSource]
    run: Required[Union[str, None]]
    publishedAt: Required[Union[str, None]]
    nextRunExpectedAt: Required[Union[str, None]]
    units: Required[UnitSystem]
    timezone: Required[str]
    place: NotRequired[ForecastPlace]
    elevation: Required[Union[float, None]]
    elevationAttribution: NotRequired[str]
    grid: Required[ForecastGrid]
    attribution: Required[str]
    sources: Required[List[ForecastSource]]
    corrections: Required[List[ForecastCorrection]]
    warnings: Required[List[ForecastWarning]]


class Forecast(TypedDict, total=False):
    location: Required[ForecastLocation]
    data: Required[ForecastData]
    meta: Required[ForecastMeta]


class ForecastBatchMeta(TypedDict, total=False):
    """What the forecasts have in common; null where they differ. See the meta of each forecast."""

    locations: Required[int]
    source: Required[Union[str, None]]
    run: Required[Union[str, None]]
    publishedAt: Required[Union[str, None]]
    nextRunExpectedAt: Required[Union[str, None]]
    units: Required[UnitSystem]


class ForecastBatch(TypedDict, total=False):
    forecasts: Required[List[Forecast]]
    meta: Required[ForecastBatchMeta]


RequestedSource = Literal['auto', 'gfs', 'ifs', 'aifs', 'icon-eu', 'climatology']


class ForecastRequest(TypedDict, total=False):
    """The parameters of GET /v1/weather/forecast, which describes them, as a JSON object."""

    lat: NotRequired[float]
    lon: NotRequired[float]
    place: NotRequired[str]
    fields: NotRequired[List[MetricName]]
    timelines: NotRequired[List[Literal['hourly', 'minutely', 'daily']]]
    timezone: NotRequired[str]
    units: NotRequired[Literal['metric', 'imperial']]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    source: NotRequired[RequestedSource]
    correction: NotRequired[Literal['auto', 'none']]
    elevation: NotRequired[float]


class ForecastBatchLocation(TypedDict, total=False):
    lat: NotRequired[float]
    lon: NotRequired[float]
    place: NotRequired[str]
    elevation: NotRequired[float]


class ForecastBatchRequest(TypedDict, total=False):
    """The locations, and the parameters of GET /v1/weather/forecast for all of them."""

    fields: NotRequired[List[MetricName]]
    timelines: NotRequired[List[Literal['hourly', 'minutely', 'daily']]]
    timezone: NotRequired[str]
    units: NotRequired[Literal['metric', 'imperial']]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    source: NotRequired[RequestedSource]
    correction: NotRequired[Literal['auto', 'none']]
    locations: Required[List[ForecastBatchLocation]]


class CurrentValues(TypedDict, total=False):
    """The requested metrics. Null without a value; a warning says why."""

    temperature: NotRequired[Union[float, None]]
    temperatureApparent: NotRequired[Union[float, None]]
    dewPoint: NotRequired[Union[float, None]]
    humidity: NotRequired[Union[int, None]]
    windSpeed: NotRequired[Union[float, None]]
    windDirection: NotRequired[Union[int, None]]
    windGust: NotRequired[Union[float, None]]
    pressureSurfaceLevel: NotRequired[Union[float, None]]
    precipitationIntensity: NotRequired[Union[float, None]]
    precipitationProbability: NotRequired[Union[int, None]]
    snowAccumulation: NotRequired[Union[float, None]]
    weatherCode: NotRequired[Union[int, None]]
    cloudCover: NotRequired[Union[int, None]]
    visibility: NotRequired[Union[float, None]]
    uvIndex: NotRequired[Union[int, None]]
    ozone: NotRequired[Union[int, None]]
    soilMoisture: NotRequired[Union[int, None]]
    lightningProbability: NotRequired[Union[int, None]]
    temperatureP10: NotRequired[Union[float, None]]
    temperatureP50: NotRequired[Union[float, None]]
    temperatureP90: NotRequired[Union[float, None]]
    windSpeedP10: NotRequired[Union[float, None]]
    windSpeedP50: NotRequired[Union[float, None]]
    windSpeedP90: NotRequired[Union[float, None]]
    windGustP10: NotRequired[Union[float, None]]
    windGustP50: NotRequired[Union[float, None]]
    windGustP90: NotRequired[Union[float, None]]
    precipitationIntensityP10: NotRequired[Union[float, None]]
    precipitationIntensityP50: NotRequired[Union[float, None]]
    precipitationIntensityP90: NotRequired[Union[float, None]]
    cloudCoverP10: NotRequired[Union[int, None]]
    cloudCoverP50: NotRequired[Union[int, None]]
    cloudCoverP90: NotRequired[Union[int, None]]


class CurrentData(TypedDict, total=False):
    time: Required[str]
    values: Required[CurrentValues]


class CurrentObservation(TypedDict, total=False):
    """The report that the values are made of."""

    station: Required[str]
    name: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[float]
    distanceKm: Required[float]
    observedAt: Required[str]
    ageMinutes: Required[int]
    report: Required[str]
    attribution: Required[str]


class CurrentMeta(TypedDict, total=False):
    """Where the values come from."""

    observation: Required[Union[CurrentObservation, None]]
    values: Required[Dict[str, Literal['observed', 'adjusted', 'model']]]
    place: NotRequired[ForecastPlace]
    elevation: Required[Union[float, None]]
    elevationAttribution: NotRequired[str]
    sources: Required[List[ForecastSource]]
    units: Required[UnitSystem]
    warnings: Required[List[ForecastWarning]]


class CurrentConditions(TypedDict, total=False):
    location: Required[ForecastLocation]
    data: Required[CurrentData]
    meta: Required[CurrentMeta]


MetricName = Literal['temperature', 'temperatureApparent', 'dewPoint', 'humidity', 'windSpeed', 'windDirection', 'windGust', 'pressureSurfaceLevel', 'precipitationIntensity', 'precipitationProbability', 'snowAccumulation', 'weatherCode', 'cloudCover', 'visibility', 'uvIndex', 'ozone', 'soilMoisture', 'lightningProbability', 'temperatureP10', 'temperatureP50', 'temperatureP90', 'windSpeedP10', 'windSpeedP50', 'windSpeedP90', 'windGustP10', 'windGustP50', 'windGustP90', 'precipitationIntensityP10', 'precipitationIntensityP50', 'precipitationIntensityP90', 'cloudCoverP10', 'cloudCoverP50', 'cloudCoverP90']


MetricGroup = Literal['Temperature and humidity', 'Wind', 'Air and soil', 'Precipitation and storms', 'Sky', 'Ensemble']


class FieldUnits(TypedDict, total=False):
    """The unit in each unit system."""

    metric: Required[str]
    imperial: Required[str]


class FieldPrecision(TypedDict, total=False):
    """The rounding step. Half is rounded up."""

    metric: Required[float]
    imperial: Required[float]


PanelChart = Literal['line', 'bars', 'marks']


class FieldPanel(TypedDict, total=False):
    """A chart. Fields with the same panel title share one."""

    title: Required[str]
    chart: Required[PanelChart]
    min: Required[Union[float, None]]
    max: Required[Union[float, None]]


class DailyField(TypedDict, total=False):
    """A daily value calculated from hourly values."""

    name: Required[str]
    title: Required[str]
    units: Required[FieldUnits]
    precision: Required[FieldPrecision]


class Field(TypedDict, total=False):
    name: Required[MetricName]
    title: Required[str]
    group: Required[MetricGroup]
    description: Required[str]
    byDefault: Required[bool]
    units: Required[FieldUnits]
    precision: Required[FieldPrecision]
    panel: Required[Union[FieldPanel, None]]
    daily: Required[List[DailyField]]


class Fields(TypedDict, total=False):
    fields: Required[List[Field]]


class WeatherCode(TypedDict, total=False):
    code: Required[Literal[0, 1000, 1001, 1100, 1101, 1102, 2000, 2100, 4000, 4001, 4200, 4201, 5000, 5001, 5100, 5101, 6000, 6001, 6200, 6201, 7000, 7101, 7102, 8000]]
    name: Required[str]
    severity: Required[int]


class WeatherCodes(TypedDict, total=False):
    codes: Required[List[WeatherCode]]


class ForecastJobRequest(TypedDict, total=False):
    """The locations, and the parameters of GET /v1/weather/forecast for all of them."""

    fields: NotRequired[List[MetricName]]
    timelines: NotRequired[List[Literal['hourly', 'minutely', 'daily']]]
    timezone: NotRequired[str]
    units: NotRequired[Literal['metric', 'imperial']]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    source: NotRequired[RequestedSource]
    correction: NotRequired[Literal['auto', 'none']]
    locations: Required[List[ForecastBatchLocation]]


ForecastJobStatus = Literal['queued', 'waiting', 'running', 'done', 'failed']


class ForecastJobError(TypedDict, total=False):
    code: Required[str]
    detail: Required[str]


class ForecastJob(TypedDict, total=False):
    status: Required[ForecastJobStatus]
    points: Required[int]
    points_done: Required[int]
    units: Required[int]
    units_charged: Required[int]
    waiting_until: Required[Union[str, None]]
    created_at: Required[str]
    ended_at: Required[Union[str, None]]
    expires_at: Required[str]
    error: Required[Union[ForecastJobError, None]]
    id: Required[str]


class OpenMeteoForecast(TypedDict, total=False):
    current_units: NotRequired[Dict[str, str]]
    current: NotRequired[Dict[str, Union[float, str, None]]]
    current_weather_units: NotRequired[Dict[str, str]]
    current_weather: NotRequired[Dict[str, Union[float, str, None]]]
    minutely_15_units: NotRequired[Dict[str, str]]
    minutely_15: NotRequired[Dict[str, List[Union[float, str, None]]]]
    hourly_units: NotRequired[Dict[str, str]]
    hourly: NotRequired[Dict[str, List[Union[float, str, None]]]]
    daily_units: NotRequired[Dict[str, str]]
    daily: NotRequired[Dict[str, List[Union[float, str, None]]]]
    latitude: Required[float]
    longitude: Required[float]
    elevation: NotRequired[float]
    generationtime_ms: Required[float]
    utc_offset_seconds: Required[float]
    timezone: Required[str]
    timezone_abbreviation: Required[str]
    location_id: NotRequired[float]


class OpenMeteoError(TypedDict, total=False):
    error: Required[Literal[True]]
    reason: Required[str]


class TomorrowIoError(TypedDict, total=False):
    code: Required[int]
    type: Required[str]
    message: Required[str]


class TomorrowIoEntry(TypedDict, total=False):
    time: Required[str]
    values: Required[Dict[str, Union[float, str, None]]]


class TomorrowIoForecastTimelines(TypedDict, total=False):
    minutely: NotRequired[List[TomorrowIoEntry]]
    hourly: NotRequired[List[TomorrowIoEntry]]
    daily: NotRequired[List[TomorrowIoEntry]]


class TomorrowIoLocation(TypedDict, total=False):
    lat: Required[float]
    lon: Required[float]
    name: NotRequired[str]


class TomorrowIoForecast(TypedDict, total=False):
    timelines: Required[TomorrowIoForecastTimelines]
    location: Required[TomorrowIoLocation]


class TomorrowIoRealtime(TypedDict, total=False):
    data: Required[TomorrowIoEntry]
    location: Required[TomorrowIoLocation]


class TomorrowIoWarning(TypedDict, total=False):
    code: Required[int]
    meta: Required[Dict[str, str]]
    type: Required[str]
    message: Required[str]


class TomorrowIoInterval(TypedDict, total=False):
    startTime: Required[str]
    values: Required[Dict[str, Union[float, str, None]]]


class TomorrowIoTimeline(TypedDict, total=False):
    endTime: Required[str]
    startTime: Required[str]
    intervals: Required[List[TomorrowIoInterval]]
    timestep: Required[str]


class TomorrowIoTimelineList(TypedDict, total=False):
    timelines: Required[List[TomorrowIoTimeline]]


class TomorrowIoTimelines(TypedDict, total=False):
    warnings: NotRequired[List[TomorrowIoWarning]]
    data: Required[TomorrowIoTimelineList]


class ObservedValues(TypedDict, total=False):
    temperature: Required[Union[float, None]]
    dewPoint: Required[Union[float, None]]
    windSpeed: Required[Union[float, None]]
    windDirection: Required[Union[float, None]]
    windGust: Required[Union[float, None]]
    pressureSurfaceLevel: Required[Union[float, None]]
    cloudCover: Required[Union[float, None]]
    visibility: Required[Union[float, None]]
    weatherCode: Required[Union[float, None]]


class Observation(TypedDict, total=False):
    observedAt: Required[str]
    report: Required[str]
    values: Required[ObservedValues]


class NearStation(TypedDict, total=False):
    id: Required[str]
    name: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[float]
    distanceKm: Required[float]
    latest: Required[Union[Observation, None]]


class NearStations(TypedDict, total=False):
    data: Required[List[NearStation]]
    attribution: Required[str]


class StationReport(TypedDict, total=False):
    id: Required[str]
    name: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[float]
    latest: Required[Union[Observation, None]]
    attribution: Required[str]


class ObservationStation(TypedDict, total=False):
    id: Required[str]
    name: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[float]


class StationObservations(TypedDict, total=False):
    data: Required[List[Observation]]
    attribution: Required[str]
    station: Required[ObservationStation]


class AccuracyStation(TypedDict, total=False):
    id: Required[str]
    name: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    distanceKm: Required[float]


ReliabilityBin = TypedDict('ReliabilityBin', {
    'from': 'Required[float]',
    'to': 'Required[float]',
    'forecast': 'Required[Union[float, None]]',
    'observed': 'Required[Union[float, None]]',
    'cases': 'Required[float]',
})


class AccuracyInterval(TypedDict, total=False):
    low: Required[float]
    high: Required[float]


AccuracyLeads = TypedDict('AccuracyLeads', {
    'from': 'Required[float]',
    'to': 'Required[float]',
})


class AccuracyScore(TypedDict, total=False):
    source: Required[str]
    truth: Required[Literal['stations', 'later_runs']]
    hour: NotRequired[float]
    cases: Required[float]
    days: Required[float]
    bias: NotRequired[Union[float, None]]
    mae: NotRequired[Union[float, None]]
    rmse: NotRequired[Union[float, None]]
    vectorRmse: NotRequired[Union[float, None]]
    brier: NotRequired[Union[float, None]]
    reliability: NotRequired[List[ReliabilityBin]]
    coverage: NotRequired[Union[float, None]]
    crps: NotRequired[Union[float, None]]
    interval: NotRequired[Union[AccuracyInterval, None]]
    leadHours: Required[AccuracyLeads]


class Accuracy(TypedDict, total=False):
    field: Required[Literal['temperature', 'dewPoint', 'windSpeed', 'wind', 'pressureSurfaceLevel', 'precipitationProbability', 'temperatureP10P90']]
    unit: Required[str]
    start: Required[str]
    end: Required[str]
    scope: Required[Literal['station', '50km', '300km', 'world']]
    station: Required[Union[AccuracyStation, None]]
    data: Required[List[AccuracyScore]]


class Place(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    country_code: Required[str]
    country: Required[str]
    admin: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[Union[int, None]]
    timezone: Required[str]
    population: Required[int]
    matched_name: Required[str]


class Places(TypedDict, total=False):
    data: Required[List[Place]]
    attribution: Required[str]


class NearestPlace(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    country_code: Required[str]
    country: Required[str]
    admin: Required[Union[str, None]]
    lat: Required[float]
    lon: Required[float]
    elevation: Required[Union[int, None]]
    timezone: Required[str]
    population: Required[int]
    distance_km: Required[float]


class NearestPlaces(TypedDict, total=False):
    data: Required[List[NearestPlace]]
    attribution: Required[str]


EventType = Literal['forecast.alert', 'run.published', 'client.changed', 'api_key.expiring', 'quota.reached']


class CreateWebhook(TypedDict, total=False):
    url: Required[str]
    description: NotRequired[Union[str, None]]
    event_types: NotRequired[Union[List[EventType], None]]
    organization_id: NotRequired[str]


WebhookStatus = Literal['enabled', 'disabled']


class CreatedWebhook(TypedDict, total=False):
    event_types: Required[Union[List[EventType], None]]
    status: Required[WebhookStatus]
    disabled_reason: Required[Literal['user', 'gone', 'failing', 'backlog', None]]
    secret: Required[str]
    id: Required[str]
    organization_id: Required[str]
    url: Required[str]
    description: Required[Union[str, None]]
    failing_since: Required[Union[str, None]]
    previous_secret_ends_at: Required[Union[str, None]]
    created_at: Required[str]
    updated_at: Required[str]


class Webhook(TypedDict, total=False):
    event_types: Required[Union[List[EventType], None]]
    status: Required[WebhookStatus]
    disabled_reason: Required[Literal['user', 'gone', 'failing', 'backlog', None]]
    id: Required[str]
    organization_id: Required[str]
    url: Required[str]
    description: Required[Union[str, None]]
    failing_since: Required[Union[str, None]]
    previous_secret_ends_at: Required[Union[str, None]]
    created_at: Required[str]
    updated_at: Required[str]


class WebhookPage(TypedDict, total=False):
    data: Required[List[Webhook]]
    next_cursor: Required[Union[str, None]]


class UpdateWebhook(TypedDict, total=False):
    """Properties that you leave out don't change."""

    url: NotRequired[str]
    description: NotRequired[Union[str, None]]
    event_types: NotRequired[Union[List[EventType], None]]
    status: NotRequired[WebhookStatus]


class RotateWebhookSecret(TypedDict, total=False):
    overlap_seconds: NotRequired[Union[int, None]]


WebhookDeliveryStatus = Literal['pending', 'delivered', 'failed']


class WebhookDelivery(TypedDict, total=False):
    """An event sent to a webhook, and its status."""

    status: Required[WebhookDeliveryStatus]
    attempts: Required[int]
    last_status: Required[Union[int, None]]
    last_duration_ms: Required[Union[int, None]]
    id: Required[str]
    event_type: Required[str]
    body: Required[str]
    last_attempt_at: Required[Union[str, None]]
    error: Required[Union[str, None]]
    next_attempt_at: Required[Union[str, None]]
    created_at: Required[str]
    ended_at: Required[Union[str, None]]


class WebhookDeliveryPage(TypedDict, total=False):
    data: Required[List[WebhookDelivery]]
    next_cursor: Required[Union[str, None]]


AlertComparison = Literal['above', 'at_least', 'below', 'at_most']


LeadHoursInput = TypedDict('LeadHoursInput', {
    'from': 'Required[int]',
    'to': 'Required[int]',
})


class CreateForecastAlert(TypedDict, total=False):
    units: NotRequired[UnitSystem]
    hysteresis: NotRequired[float]
    lat: NotRequired[float]
    lon: NotRequired[float]
    place: NotRequired[str]
    model: NotRequired[Union[str, None]]
    name: Required[str]
    field: Required[MetricName]
    comparison: Required[AlertComparison]
    value: Required[float]
    client_id: Required[str]
    lead_hours: NotRequired[LeadHoursInput]
    enabled: NotRequired[bool]


class ForecastAlertPlace(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    country_code: Required[str]
    admin: Required[Union[str, None]]


AlertState = Literal['pending', 'calm', 'raised']


class ForecastAlertEvaluation(TypedDict, total=False):
    model: Required[str]
    run: Required[str]
    evaluated_at: Required[str]
    extreme_value: Required[float]
    extreme_time: Required[str]
    first_time: Required[Union[str, None]]


class ForecastAlertError(TypedDict, total=False):
    code: Required[str]
    detail: Required[str]


LeadHours = TypedDict('LeadHours', {
    'from': 'Required[int]',
    'to': 'Required[int]',
})


class ForecastAlert(TypedDict, total=False):
    field: Required[MetricName]
    comparison: Required[AlertComparison]
    units: Required[UnitSystem]
    place: Required[Union[ForecastAlertPlace, None]]
    state: Required[AlertState]
    last_evaluation: Required[Union[ForecastAlertEvaluation, None]]
    last_error: Required[Union[ForecastAlertError, None]]
    id: Required[str]
    client_id: Required[str]
    organization_id: Required[str]
    name: Required[str]
    value: Required[float]
    hysteresis: Required[float]
    lat: Required[float]
    lon: Required[float]
    lead_hours: Required[LeadHours]
    model: Required[Union[str, None]]
    enabled: Required[bool]
    created_at: Required[str]
    updated_at: Required[str]


class ForecastAlertPage(TypedDict, total=False):
    data: Required[List[ForecastAlert]]
    next_cursor: Required[Union[str, None]]


class UpdateForecastAlert(TypedDict, total=False):
    """Properties that you leave out don't change."""

    units: NotRequired[UnitSystem]
    hysteresis: NotRequired[float]
    lat: NotRequired[float]
    lon: NotRequired[float]
    place: NotRequired[str]
    model: NotRequired[Union[str, None]]
    name: NotRequired[str]
    field: NotRequired[MetricName]
    comparison: NotRequired[AlertComparison]
    value: NotRequired[float]
    lead_hours: NotRequired[LeadHoursInput]
    enabled: NotRequired[bool]


class McpResponse(TypedDict, total=False):
    jsonrpc: Required[Literal['2.0']]
    id: NotRequired[Union[Union[str, float], None]]
    result: NotRequired[Dict[str, Any]]
    error: NotRequired[Dict[str, Any]]


class McpErrorObject(TypedDict, total=False):
    code: Required[int]
    data: NotRequired[Dict[str, Any]]
    message: Required[str]


class McpError(TypedDict, total=False):
    jsonrpc: Required[Literal['2.0']]
    id: NotRequired[Union[Union[str, float], None]]
    error: Required[McpErrorObject]


class McpMessage(TypedDict, total=False):
    jsonrpc: Required[Literal['2.0']]
    id: NotRequired[Union[str, float]]
    params: NotRequired[Dict[str, Any]]
    method: Required[str]


ScopeName = Literal['forecast:read', 'forecast:batch', 'webhooks:read', 'webhooks:manage', 'forecast-alerts:read', 'forecast-alerts:manage', 'profile:read', 'accounts:read', 'organizations:read', 'clients:read', 'clients:manage', 'keys:manage', 'usage:read', 'audit:read']


class ProtectedResource(TypedDict, total=False):
    scopes_supported: Required[List[ScopeName]]
    resource: Required[str]
    authorization_servers: Required[List[str]]
    bearer_methods_supported: Required[List[str]]
    resource_name: Required[str]
    resource_documentation: Required[str]


class RunWarning(TypedDict, total=False):
    code: Required[str]
    detail: Required[str]


class StoredRun(TypedDict, total=False):
    model: Required[str]
    resolution: Required[str]
    run: Required[str]
    publishedAt: Required[str]
    ageSeconds: Required[int]
    firstTime: Required[str]
    lastTime: Required[str]
    isComplete: Required[bool]
    steps: Required[int]
    missingSteps: Required[List[int]]
    sizeBytes: Required[int]
    expectedLastTime: Required[Union[str, None]]
    warnings: Required[List[RunWarning]]


class ModelState(TypedDict, total=False):
    code: Required[Literal['up_to_date', 'downloading', 'late', 'unreachable', 'failing', 'no_run', 'off']]
    title: Required[str]
    detail: Required[str]
    needsAttention: Required[bool]


class ModelSchedule(TypedDict, total=False):
    """A model's newest run, and when its next one is expected."""

    model: Required[str]
    title: Required[str]
    resolution: Required[str]
    isEnsemble: Required[bool]
    lagSeconds: Required[int]
    isOverdue: Required[bool]
    newestRun: Required[Union[str, None]]
    nextRun: Required[str]
    nextRunBeginsAt: Required[str]
    nextRunExpectedAt: Required[str]
    state: Required[ModelState]


class DamagedRun(TypedDict, total=False):
    model: Required[str]
    run: Required[str]


class IngestProgress(TypedDict, total=False):
    run: Required[str]
    startedAt: Required[str]
    stepsDone: Required[int]
    steps: Required[int]
    downloadedBytes: Required[int]
    totalBytes: Required[Union[int, None]]


class IngestFailure(TypedDict, total=False):
    code: Required[str]
    at: Required[str]
    count: Required[int]


class Ingest(TypedDict, total=False):
    model: Required[str]
    resolution: Required[str]
    clockSkewSeconds: Required[int]
    state: Required[Literal['off', 'waiting', 'polling', 'ingesting']]
    progress: Required[Union[IngestProgress, None]]
    lastError: Required[Union[IngestFailure, None]]
    nextPollAt: Required[Union[str, None]]


class SharingProgress(TypedDict, total=False):
    run: Required[str]
    bytes: Required[float]
    totalBytes: Required[Union[float, None]]


class SharingFailure(TypedDict, total=False):
    code: Required[str]
    at: Required[str]
    count: Required[float]


class Sharing(TypedDict, total=False):
    state: Required[Literal['starting', 'fetching', 'waiting']]
    progress: Required[Union[SharingProgress, None]]
    lastError: Required[Union[SharingFailure, None]]
    lastSuccessAt: Required[Union[str, None]]


class Runs(TypedDict, total=False):
    runs: Required[List[StoredRun]]
    models: Required[List[ModelSchedule]]
    damaged: Required[List[DamagedRun]]
    ingest: Required[List[Ingest]]
    sharing: Required[Union[Sharing, None]]


class ModelStatus(TypedDict, total=False):
    model: Required[str]
    title: Required[str]
    newestRun: Required[Union[str, None]]
    nextRunExpectedAt: Required[str]
    state: Required[ModelState]


class Status(TypedDict, total=False):
    data: Required[List[ModelStatus]]


class CreateAccount(TypedDict, total=False):
    full_name: Required[str]
    email: Required[str]
    password: Required[str]
    organization: NotRequired[Union[str, None]]
    setup_token: NotRequired[str]


class Account(TypedDict, total=False):
    role: Required[Literal['member', 'admin']]
    id: Required[str]
    full_name: Required[str]
    email: Required[str]
    organization: Required[Union[str, None]]
    status: Required[Literal['active', 'disabled']]
    created_at: Required[str]
    updated_at: Required[str]


class UpdateOwnAccount(TypedDict, total=False):
    full_name: NotRequired[str]
    email: NotRequired[str]
    organization: NotRequired[Union[str, None]]


class DeleteOwnAccount(TypedDict, total=False):
    password: NotRequired[str]


class ChangePassword(TypedDict, total=False):
    current_password: NotRequired[str]
    new_password: Required[str]


AccountStatus = Literal['active', 'disabled']


class AccountOrganization(TypedDict, total=False):
    id: Required[str]
    name: Required[str]


class ListedAccount(TypedDict, total=False):
    role: Required[Literal['member', 'admin']]
    id: Required[str]
    full_name: Required[str]
    email: Required[str]
    organization: Required[Union[str, None]]
    status: Required[Literal['active', 'disabled']]
    created_at: Required[str]
    updated_at: Required[str]
    organizations: Required[List[AccountOrganization]]


class AccountPage(TypedDict, total=False):
    data: Required[List[ListedAccount]]
    next_cursor: Required[Union[str, None]]


AccountRole = Literal['member', 'admin']


class UpdateAccount(TypedDict, total=False):
    full_name: NotRequired[str]
    email: NotRequired[str]
    organization: NotRequired[Union[str, None]]
    role: NotRequired[AccountRole]
    status: NotRequired[AccountStatus]


class PasswordResetLink(TypedDict, total=False):
    url: Required[str]
    expires_at: Required[str]


class RequestPasswordReset(TypedDict, total=False):
    email: Required[str]


class ResetPassword(TypedDict, total=False):
    token: Required[str]
    new_password: Required[str]


class Identity(TypedDict, total=False):
    id: Required[str]
    issuer: Required[str]
    organization_id: Required[Union[str, None]]
    subject: Required[str]
    created_at: Required[str]


class IdentityList(TypedDict, total=False):
    data: Required[List[Identity]]


class AccountEmail(TypedDict, total=False):
    email: Required[str]
    verified: Required[bool]
    pending_email: Required[Union[str, None]]
    sends_mail: Required[bool]


class ChangeEmail(TypedDict, total=False):
    email: Required[str]


class VerifyEmail(TypedDict, total=False):
    token: Required[str]
    password: NotRequired[str]


class AccountExport(TypedDict, total=False):
    """Features can add other lists."""

    identities: Required[List[Dict[str, Any]]]
    factors: Required[List[Dict[str, Any]]]
    mails: Required[List[Dict[str, Any]]]
    sessions: Required[List[Dict[str, Any]]]
    sign_in_places: Required[List[Dict[str, Any]]]
    personal_access_tokens: Required[List[Dict[str, Any]]]
    organizations: Required[List[Dict[str, Any]]]
    clients: Required[List[Dict[str, Any]]]
    api_keys: Required[List[Dict[str, Any]]]
    usage: Required[List[Dict[str, Any]]]
    requests: Required[List[Dict[str, Any]]]
    audit_events: Required[List[Dict[str, Any]]]
    exported_at: Required[str]
    account: Required[Account]
    email: Required[AccountEmail]


class CreateSession(TypedDict, total=False):
    email: Required[str]
    password: Required[str]


FactorType = Literal['totp', 'passkey']


class FactorRequired(TypedDict, total=False):
    factor_required: Required[List[FactorType]]
    token: Required[str]


class Session(TypedDict, total=False):
    id: Required[str]
    method: Required[str]
    organization_id: Required[Union[str, None]]
    user_agent: Required[Union[str, None]]
    address: Required[str]
    created_at: Required[str]
    last_seen_at: Required[str]
    expires_at: Required[str]


class SignedIn(TypedDict, total=False):
    session: Required[Session]
    account: Required[Account]


class PasskeyAssertionResponseDto(TypedDict, total=False):
    clientDataJSON: Required[str]
    authenticatorData: Required[str]
    signature: Required[str]
    userHandle: NotRequired[str]


class PasskeyAssertion(TypedDict, total=False):
    """The result of `toJSON()` on the credential from `navigator.credentials.get()`."""

    id: Required[str]
    rawId: Required[str]
    type: Required[Literal['public-key']]
    authenticatorAttachment: NotRequired[Literal['platform', 'cross-platform', None]]
    clientExtensionResults: Required[Dict[str, Any]]
    response: Required[PasskeyAssertionResponseDto]


class FinishSignIn(TypedDict, total=False):
    token: Required[str]
    code: NotRequired[str]
    credential: NotRequired[PasskeyAssertion]


class UseSignInLink(TypedDict, total=False):
    token: Required[str]


class SignInProvider(TypedDict, total=False):
    id: Required[str]
    title: Required[str]
    url: Required[str]
    issuer: Required[Union[str, None]]


class SignInMethods(TypedDict, total=False):
    password: Required[bool]
    password_reset: Required[bool]
    providers: Required[List[SignInProvider]]
    passkeys: Required[bool]


class SessionPage(TypedDict, total=False):
    data: Required[List[Session]]
    next_cursor: Required[Union[str, None]]


class PasskeyOptions(TypedDict, total=False):
    options: Required[Dict[str, Any]]
    expires_at: Required[str]


class SignInWithPasskey(TypedDict, total=False):
    credential: Required[PasskeyAssertion]


class GetFactorOptions(TypedDict, total=False):
    token: Required[str]


class Factor(TypedDict, total=False):
    type: Required[FactorType]
    id: Required[str]
    name: Required[str]
    created_at: Required[str]
    last_used_at: Required[Union[str, None]]


class FactorList(TypedDict, total=False):
    recovery_codes_left: Required[int]
    data: Required[List[Factor]]


class AddTotp(TypedDict, total=False):
    name: NotRequired[str]


class TotpEnrolment(TypedDict, total=False):
    id: Required[str]
    secret: Required[str]
    uri: Required[str]
    expires_at: Required[str]


class RecoveryCodes(TypedDict, total=False):
    recovery_codes: Required[List[str]]


class ConfirmFactor(TypedDict, total=False):
    code: Required[str]


class ConfirmedFactor(TypedDict, total=False):
    recovery_codes: Required[Union[List[str], None]]
    factor: Required[Factor]


class PasskeyAttestationResponseDto(TypedDict, total=False):
    clientDataJSON: Required[str]
    attestationObject: Required[str]
    authenticatorData: NotRequired[str]
    transports: NotRequired[List[str]]
    publicKeyAlgorithm: NotRequired[int]
    publicKey: NotRequired[str]


class PasskeyAttestation(TypedDict, total=False):
    """What `toJSON()` of the credential returns that `navigator.credentials.create()` gave."""

    id: Required[str]
    rawId: Required[str]
    type: Required[Literal['public-key']]
    authenticatorAttachment: NotRequired[Literal['platform', 'cross-platform', None]]
    clientExtensionResults: Required[Dict[str, Any]]
    response: Required[PasskeyAttestationResponseDto]


class AddPasskey(TypedDict, total=False):
    name: NotRequired[str]
    credential: Required[PasskeyAttestation]


class FindSignIn(TypedDict, total=False):
    email: Required[str]


class FoundSignIn(TypedDict, total=False):
    url: Required[Union[str, None]]


class ConnectIdentity(TypedDict, total=False):
    provider: Required[str]


class IdentityConnection(TypedDict, total=False):
    url: Required[str]


class SetOrganizationIssuer(TypedDict, total=False):
    issuer: Required[str]
    client_id: Required[str]
    client_secret: NotRequired[str]
    scopes: NotRequired[str]
    groups_claim: NotRequired[Union[str, None]]
    roles: NotRequired[Dict[str, Literal['admin', 'developer', 'viewer']]]
    default_role: NotRequired[Literal['admin', 'developer', 'viewer', None]]
    sign_up: NotRequired[bool]


class OrganizationIssuer(TypedDict, total=False):
    roles: Required[Dict[str, Literal['admin', 'developer', 'viewer']]]
    default_role: Required[Literal['admin', 'developer', 'viewer', None]]
    issuer: Required[str]
    client_id: Required[str]
    scopes: Required[str]
    groups_claim: Required[Union[str, None]]
    sign_up: Required[bool]
    redirect_uri: Required[str]
    sign_in_url: Required[str]
    created_at: Required[str]
    updated_at: Required[str]


TokenScope = Literal['webhooks:read', 'webhooks:manage', 'forecast-alerts:read', 'forecast-alerts:manage', 'profile:read', 'accounts:read', 'organizations:read', 'clients:read', 'clients:manage', 'keys:manage', 'usage:read', 'audit:read']


class CreatePersonalAccessToken(TypedDict, total=False):
    name: Required[str]
    scopes: Required[List[TokenScope]]
    expires_at: Required[str]


TokenStatus = Literal['active', 'expired', 'revoked']


class CreatedPersonalAccessToken(TypedDict, total=False):
    scopes: Required[List[TokenScope]]
    status: Required[TokenStatus]
    token: Required[str]
    id: Required[str]
    name: Required[str]
    start: Required[str]
    expires_at: Required[str]
    revoked_at: Required[Union[str, None]]
    last_used_at: Required[Union[str, None]]
    created_at: Required[str]


class PersonalAccessToken(TypedDict, total=False):
    scopes: Required[List[TokenScope]]
    status: Required[TokenStatus]
    id: Required[str]
    name: Required[str]
    start: Required[str]
    expires_at: Required[str]
    revoked_at: Required[Union[str, None]]
    last_used_at: Required[Union[str, None]]
    created_at: Required[str]


class PersonalAccessTokenPage(TypedDict, total=False):
    data: Required[List[PersonalAccessToken]]
    next_cursor: Required[Union[str, None]]


class CreateOrganization(TypedDict, total=False):
    name: Required[str]


OrganizationRole = Literal['owner', 'admin', 'developer', 'viewer']


OrganizationPermission = Literal['organization.read', 'organization.update', 'limits.change', 'organization.delete', 'organization.leave', 'members.manage', 'owners.manage', 'invitations.manage', 'domains.manage', 'issuer.manage', 'factors.require', 'clients.read', 'clients.manage', 'secrets.create', 'keys.read', 'keys.manage', 'webhooks.read', 'webhooks.manage', 'forecasts.try', 'alerts.read', 'alerts.manage', 'usage.read', 'audit.read']


OrganizationAccess = Literal['open', 'factor_required']


class RateLimits(TypedDict, total=False):
    """Second and minute count requests; hour and day count units, one per 10,000 values of a response, rounded up. Null means no limit."""

    second: Required[Union[int, None]]
    minute: Required[Union[int, None]]
    hour: Required[Union[int, None]]
    day: Required[Union[int, None]]


class Organization(TypedDict, total=False):
    role: Required[Union[OrganizationRole, None]]
    permissions: Required[List[OrganizationPermission]]
    access: Required[OrganizationAccess]
    id: Required[str]
    name: Required[str]
    personal: Required[bool]
    require_factor: Required[bool]
    rate_limits: Required[RateLimits]
    created_at: Required[str]
    updated_at: Required[str]


class OrganizationPage(TypedDict, total=False):
    data: Required[List[Organization]]
    next_cursor: Required[Union[str, None]]


class OrganizationQuota(TypedDict, total=False):
    limit: Required[int]
    remaining: Required[int]


class RateLimitsInput(TypedDict, total=False):
    """An omitted window takes the default; null means no limit."""

    second: NotRequired[Union[int, None]]
    minute: NotRequired[Union[int, None]]
    hour: NotRequired[Union[int, None]]
    day: NotRequired[Union[int, None]]


class UpdateOrganization(TypedDict, total=False):
    """Properties that you leave out don't change."""

    name: NotRequired[str]
    rate_limits: NotRequired[RateLimitsInput]
    require_factor: NotRequired[bool]


class Member(TypedDict, total=False):
    role: Required[OrganizationRole]
    has_factor: Required[Union[bool, None]]
    account_id: Required[str]
    full_name: Required[str]
    email: Required[str]
    status: Required[Literal['active', 'disabled']]
    joined_at: Required[str]


class MemberPage(TypedDict, total=False):
    data: Required[List[Member]]
    next_cursor: Required[Union[str, None]]


class UpdateMember(TypedDict, total=False):
    role: Required[OrganizationRole]


class CreateInvitation(TypedDict, total=False):
    email: Required[str]
    role: Required[OrganizationRole]


class CreatedInvitation(TypedDict, total=False):
    role: Required[OrganizationRole]
    is_mailed: Required[bool]
    url: Required[str]
    id: Required[str]
    email: Required[str]
    invited_by: Required[str]
    created_at: Required[str]
    expires_at: Required[str]


class Invitation(TypedDict, total=False):
    role: Required[OrganizationRole]
    id: Required[str]
    email: Required[str]
    invited_by: Required[str]
    created_at: Required[str]
    expires_at: Required[str]


class InvitationPage(TypedDict, total=False):
    data: Required[List[Invitation]]
    next_cursor: Required[Union[str, None]]


class InvitationLink(TypedDict, total=False):
    token: Required[str]


class Inviter(TypedDict, total=False):
    full_name: Required[str]
    email: Required[str]


class InvitationPreview(TypedDict, total=False):
    role: Required[OrganizationRole]
    organization_name: Required[str]
    invited_by: Required[Inviter]
    expires_at: Required[str]


class AddDomain(TypedDict, total=False):
    domain: Required[str]


class DomainRecord(TypedDict, total=False):
    type: Required[Literal['TXT']]
    name: Required[str]
    value: Required[str]


class Domain(TypedDict, total=False):
    id: Required[str]
    domain: Required[str]
    record: Required[DomainRecord]
    verified_at: Required[Union[str, None]]
    created_at: Required[str]


class DomainPage(TypedDict, total=False):
    data: Required[List[Domain]]
    next_cursor: Required[Union[str, None]]


class CreateClient(TypedDict, total=False):
    name: Required[str]
    description: NotRequired[Union[str, None]]
    rate_limits: NotRequired[Union[RateLimitsInput, None]]
    organization_id: NotRequired[str]


ClientScope = Literal['forecast:read', 'forecast:batch', 'keys:manage', 'usage:read']


ClientStatus = Literal['active', 'disabled']


class CreatedClient(TypedDict, total=False):
    scopes: Required[List[ClientScope]]
    status: Required[ClientStatus]
    client_secret: Required[str]
    client_id: Required[str]
    organization_id: Required[str]
    name: Required[str]
    description: Required[Union[str, None]]
    rate_limits: Required[RateLimits]
    created_at: Required[str]
    updated_at: Required[str]


class Client(TypedDict, total=False):
    scopes: Required[List[ClientScope]]
    status: Required[ClientStatus]
    client_id: Required[str]
    organization_id: Required[str]
    name: Required[str]
    description: Required[Union[str, None]]
    rate_limits: Required[RateLimits]
    created_at: Required[str]
    updated_at: Required[str]


class ClientPage(TypedDict, total=False):
    data: Required[List[Client]]
    next_cursor: Required[Union[str, None]]


class UpdateClient(TypedDict, total=False):
    """Properties that you leave out don't change."""

    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    rate_limits: NotRequired[Union[RateLimitsInput, None]]
    scopes: NotRequired[List[ClientScope]]
    status: NotRequired[ClientStatus]


class Rotation(TypedDict, total=False):
    overlap_seconds: NotRequired[Union[int, None]]


ScopeHolder = Literal['key', 'client', 'token']


class Scope(TypedDict, total=False):
    name: Required[ScopeName]
    title: Required[str]
    holders: Required[List[ScopeHolder]]
    by_default: Required[bool]


class Scopes(TypedDict, total=False):
    data: Required[List[Scope]]


KeyScope = Literal['forecast:read', 'forecast:batch']


class CreateApiKey(TypedDict, total=False):
    name: NotRequired[str]
    scopes: NotRequired[Union[List[KeyScope], None]]
    expires_at: NotRequired[Union[str, None]]
    allowed_ips: NotRequired[Union[List[str], None]]
    ephemeral: NotRequired[bool]


ApiKeyStatus = Literal['active', 'rotating', 'expired', 'revoked']


class CreatedApiKey(TypedDict, total=False):
    scopes: Required[List[KeyScope]]
    status: Required[ApiKeyStatus]
    key: Required[str]
    id: Required[str]
    name: Required[str]
    start: Required[str]
    allowed_ips: Required[List[str]]
    expires_at: Required[Union[str, None]]
    rotated_from: Required[Union[str, None]]
    revoked_at: Required[Union[str, None]]
    last_used_at: Required[Union[str, None]]
    created_at: Required[str]


class ApiKey(TypedDict, total=False):
    scopes: Required[List[KeyScope]]
    status: Required[ApiKeyStatus]
    id: Required[str]
    name: Required[str]
    start: Required[str]
    allowed_ips: Required[List[str]]
    expires_at: Required[Union[str, None]]
    rotated_from: Required[Union[str, None]]
    revoked_at: Required[Union[str, None]]
    last_used_at: Required[Union[str, None]]
    created_at: Required[str]


class ApiKeyPage(TypedDict, total=False):
    data: Required[List[ApiKey]]
    next_cursor: Required[Union[str, None]]


class UpdateApiKey(TypedDict, total=False):
    """Properties that you leave out don't change."""

    name: NotRequired[str]
    scopes: NotRequired[List[KeyScope]]
    expires_at: NotRequired[Union[str, None]]
    allowed_ips: NotRequired[Union[List[str], None]]


class AccessTokenRequest(TypedDict, total=False):
    grant_type: Required[str]
    scope: NotRequired[str]
    client_id: NotRequired[str]
    client_secret: NotRequired[str]


class AccessToken(TypedDict, total=False):
    access_token: Required[str]
    token_type: Required[Literal['Bearer']]
    expires_in: Required[float]
    scope: Required[str]


class OAuthError(TypedDict, total=False):
    error: Required[Literal['invalid_request', 'invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope', 'temporarily_unavailable', 'server_error']]
    error_description: Required[str]


class AuthorizationServer(TypedDict, total=False):
    scopes_supported: Required[List[ScopeName]]
    issuer: Required[str]
    authorization_endpoint: Required[str]
    token_endpoint: Required[str]
    grant_types_supported: Required[List[str]]
    token_endpoint_auth_methods_supported: Required[List[str]]
    response_types_supported: Required[List[str]]
    service_documentation: Required[str]


AuditAction = Literal['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.disabled', 'webhook.tested', 'webhook.delivery_retried', 'forecast_alert.created', 'forecast_alert.updated', 'forecast_alert.deleted', 'account.created', 'account.updated', 'account.deleted', 'account.password_changed', 'account.password_reset_requested', 'account.password_reset', 'account.email_change_requested', 'account.email_change_withdrawn', 'account.email_verified', 'account.identity_added', 'account.identity_removed', 'account.sign_in_link_created', 'session.created', 'session.deleted', 'factor.added', 'factor.removed', 'factor.failed', 'recovery_code.used', 'recovery_codes.created', 'organization.issuer_set', 'organization.issuer_removed', 'personal_access_token.created', 'personal_access_token.revoked', 'organization.created', 'organization.updated', 'organization.deleted', 'organization.member_added', 'organization.member_updated', 'organization.member_removed', 'invitation.created', 'invitation.deleted', 'domain.added', 'domain.verified', 'domain.lost', 'domain.removed', 'client.created', 'client.updated', 'client.deleted', 'client.secret_rotated', 'api_key.created', 'api_key.updated', 'api_key.rotated', 'api_key.revoked', 'client.access_token_issued', 'audit.shortened', 'mail.retried', 'runs.checked']


class AuditActor(TypedDict, total=False):
    name: Required[Union[str, None]]
    kind: Required[Literal['client', 'account', 'command', 'service']]
    account_id: Required[Union[str, None]]
    client_id: Required[Union[str, None]]
    token_id: Required[Union[str, None]]
    address: Required[Union[str, None]]
    request_id: Required[Union[str, None]]


class AuditEvent(TypedDict, total=False):
    action: Required[AuditAction]
    target_name: Required[Union[str, None]]
    details: Required[Dict[str, Any]]
    id: Required[str]
    title: Required[str]
    actor: Required[AuditActor]
    account_id: Required[str]
    organization_id: Required[Union[str, None]]
    client_id: Required[Union[str, None]]
    target_id: Required[str]
    created_at: Required[str]


class AuditPage(TypedDict, total=False):
    data: Required[List[AuditEvent]]
    next_cursor: Required[Union[str, None]]


MailState = Literal['queued', 'sending', 'sent', 'failed', 'unconfirmed']


class Mail(TypedDict, total=False):
    """A message, without its content."""

    state: Required[MailState]
    attempts: Required[int]
    id: Required[str]
    kind: Required[str]
    recipient: Required[str]
    account_id: Required[Union[str, None]]
    next_attempt_at: Required[Union[str, None]]
    error: Required[Union[str, None]]
    queued_at: Required[str]
    ended_at: Required[Union[str, None]]


class MailPage(TypedDict, total=False):
    data: Required[List[Mail]]
    next_cursor: Required[Union[str, None]]


PageIcon = Literal['activity', 'bell', 'boxes', 'building-2', 'chart-line', 'cloud-sun', 'house', 'key-round', 'map', 'puzzle', 'settings', 'shield-check', 'square-code', 'table', 'webhook']


class DashboardPage(TypedDict, total=False):
    path: Required[str]
    title: Required[str]
    script: Required[Union[str, None]]
    icon: Required[PageIcon]
    admins_only: Required[bool]
    of_organization: Required[bool]


class DashboardPages(TypedDict, total=False):
    data: Required[List[DashboardPage]]


class Liveness(TypedDict, total=False):
    status: Required[Literal['live']]


class NewestRun(TypedDict, total=False):
    model: Required[str]
    run: Required[str]
    published_at: Required[str]


class FeedSource(TypedDict, total=False):
    state: Required[Literal['well', 'lagging', 'failing']]
    error: Required[Union[str, None]]
    steps: Required[int]
    location: Required[str]


class FeedFault(TypedDict, total=False):
    detail: Required[str]
    code: Required[str]
    run: Required[Union[str, None]]
    since: Required[str]


class Feed(TypedDict, total=False):
    model: Required[str]
    product: Required[Union[str, None]]
    sources: Required[List[FeedSource]]
    faults: Required[List[FeedFault]]


class Fault(TypedDict, total=False):
    detail: Required[str]
    code: Required[str]
    since: Required[str]


class ObservationFeed(TypedDict, total=False):
    stations: Required[int]
    reports: Required[int]
    refused: Required[Dict[str, int]]
    source: Required[str]
    newestReportAt: Required[Union[str, None]]
    receivedAt: Required[Union[str, None]]
    fault: Required[Union[Fault, None]]


class VerificationStatus(TypedDict, total=False):
    verifiedAt: Required[Union[str, None]]
    fault: Required[Union[Fault, None]]


class TerrainStatus(TypedDict, total=False):
    fault: Required[Union[Fault, None]]


class Readiness(TypedDict, total=False):
    code: Required[Literal['draining', 'database_unavailable', 'store_unavailable', 'runs_not_loaded', 'journal_unavailable', 'clock_wrong', None]]
    damaged_runs: Required[int]
    shared_runs_error: Required[Union[str, None]]
    status: Required[Literal['ready', 'unavailable', 'draining']]
    database: Required[Literal['ready', 'unavailable']]
    store: Required[Literal['ready', 'unavailable']]
    journal: Required[Literal['ready', 'unavailable', None]]
    clock_ahead_seconds: Required[Union[float, None]]
    newest_run: Required[Union[NewestRun, None]]
    shared_runs: Required[Literal['ready', 'unavailable', None]]
    change_feed: Required[Literal['ready', 'unavailable', None]]
    feeds: Required[List[Feed]]
    observations: Required[List[ObservationFeed]]
    verification: Required[Union[VerificationStatus, None]]
    terrain: Required[Union[TerrainStatus, None]]


UsageInterval = Literal['minute', 'hour', 'day']


class LatencyPercentiles(TypedDict, total=False):
    p50: Required[Union[float, None]]
    p95: Required[Union[float, None]]
    p99: Required[Union[float, None]]


class UsageGroup(TypedDict, total=False):
    requests: Required[int]
    units: Required[int]
    errors: Required[int]
    throttled: Required[int]
    bytes: Required[int]
    endpoint: NotRequired[str]
    status: NotRequired[int]
    api_key_id: NotRequired[Union[str, None]]
    api_key_name: NotRequired[Union[str, None]]
    client_id: NotRequired[Union[str, None]]
    client_name: NotRequired[Union[str, None]]
    latency_ms: Required[LatencyPercentiles]


class UsageBucket(TypedDict, total=False):
    start: Required[str]
    groups: Required[List[UsageGroup]]


class UsageCounts(TypedDict, total=False):
    requests: Required[int]
    units: Required[int]
    errors: Required[int]
    throttled: Required[int]
    bytes: Required[int]
    latency_ms: Required[LatencyPercentiles]


class Usage(TypedDict, total=False):
    interval: Required[UsageInterval]
    start: Required[str]
    end: Required[str]
    as_of: Required[str]
    buckets: Required[List[UsageBucket]]
    totals: Required[UsageCounts]


LimitWindow = Literal['second', 'minute', 'hour', 'day']


class QuotaWindow(TypedDict, total=False):
    window: Required[LimitWindow]
    limit: Required[int]
    remaining: Required[int]
    reset: Required[int]


class Quota(TypedDict, total=False):
    client_id: Required[str]
    as_of: Required[str]
    windows: Required[List[QuotaWindow]]
    organization_windows: Required[List[QuotaWindow]]


ProblemCode = Literal['invalid_parameter', 'malformed_body', 'malformed_request', 'ambiguous_credentials', 'ambiguous_api_key', 'unauthenticated', 'invalid_token', 'invalid_credentials', 'invalid_factor', 'invalid_passkey', 'missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key', 'account_disabled', 'insufficient_scope', 'forbidden', 'fresh_sign_in_required', 'cross_site_request', 'email_not_verified', 'session_confined', 'factor_required', 'client_disabled', 'not_found', 'method_not_allowed', 'request_timeout', 'conflict', 'job_not_done', 'job_failed', 'email_taken', 'payload_too_large', 'unsupported_media_type', 'expectation_failed', 'too_many_attempts', 'quota_exceeded', 'headers_too_large', 'internal_error', 'service_unavailable', 'overloaded', 'sign_in_unavailable', 'forecast_unavailable', 'dns_unavailable', 'usage_unavailable']


class LoggedPoint(TypedDict, total=False):
    lat: Required[float]
    lon: Required[float]


class LoggedRequest(TypedDict, total=False):
    id: Required[str]
    time: Required[str]
    endpoint: Required[str]
    status: Required[int]
    code: Required[Union[ProblemCode, None]]
    detail: Required[Union[str, None]]
    units: Required[Union[int, None]]
    latency_ms: Required[float]
    request_id: Required[str]
    client_id: Required[str]
    api_key_id: Required[str]
    api_key_start: Required[Union[str, None]]
    point: Required[Union[LoggedPoint, None]]


class RequestLogPage(TypedDict, total=False):
    dropped: Required[int]
    data: Required[List[LoggedRequest]]
    next_cursor: Required[Union[str, None]]


class RequestFault(TypedDict, total=False):
    parameter: NotRequired[str]
    pointer: NotRequired[str]
    detail: Required[str]


Problem = TypedDict('Problem', {
    'type': 'Required[str]',
    'title': 'Required[str]',
    'status': 'Required[int]',
    'detail': 'Required[str]',
    'instance': 'NotRequired[str]',
    'code': 'Required[ProblemCode]',
    'errors': 'NotRequired[List[RequestFault]]',
    'violated-policies': 'NotRequired[List[str]]',
})

