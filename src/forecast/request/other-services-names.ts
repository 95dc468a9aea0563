/**
 * What Open-Meteo, Tomorrow.io, OpenWeather and Pirate Weather call our metrics, parameters and timelines, in small
 * letters and without separators: `temperature_2m` is `temperature2m`.
 */
const NAMES: Record<string, string> = {
  temperature: 'temp tmp temperature2m airtemperature t2m',
  temperatureApparent: 'apparenttemperature feelslike feelsliketemperature heatindex windchill',
  dewPoint: 'dewpoint2m dewpt dpt',
  humidity: 'relativehumidity relativehumidity2m rh rhum',
  windSpeed: 'windspeed10m wspd',
  windGust: 'windgusts windgusts10m windgust10m gust gusts wgust',
  windDirection: 'winddirection10m winddeg windbearing winddir wdir',
  pressureSurfaceLevel:
    'pressure surfacepressure grndlevel pres pressuremsl pressuresealevel sealevel sealevelpressure',
  precipitationIntensity:
    'precipitation precip precipintensity precipaccumulation prcp rain rain1h rainintensity rainaccumulation showers',
  precipitationProbability: 'pop precipprobability precipchance probabilityofprecipitation',
  cloudCover: 'cloud clouds cloudiness cloudcovertotal',
  visibility: 'vis',
  weatherCode: 'weather wmocode condition conditions icon summary',
  uvIndex: 'uv uvi',
  snowAccumulation: 'snow snow1h snowfall snowdepth snowintensity',
  lightningProbability: 'lightning lightningpotential thunderstormprobability',
  soilMoisture: 'soilmoisture0to1cm soilmoisture0to7cm soilmoisture0to10cm soilmoisturevolumetric0to10',
  lat: 'latitude',
  lon: 'longitude lng long',
  fields: 'variables parameters metrics hourly daily',
  timelines: 'timesteps timestep interval exclude',
  units: 'unit temperatureunit windspeedunit precipitationunit unitgroup',
  timezone: 'tz zone timezonename',
  startTime: 'start startdate starthour from dt time',
  endTime: 'end enddate endhour to until',
  source: 'model models provider',
  elevation: 'altitude alt elev height',
  apikey: 'appid key token accesskey',
  hourly: '1h',
  minutely: '1m minutely15',
  daily: '1d',
};

/** By the name of the other service, what it is here. */
export const OTHER_SERVICES_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([ours, theirs]) => theirs.split(' ').map((name) => [name, ours])),
);
