const text = { type: 'string' } as const;
const oneOf = <T extends string>(...values: T[]) => ({ type: 'string', enum: values }) as const;
const whole = (maximum: number) => ({ type: 'integer', minimum: 0, maximum }) as const;
const LISTS = 'Several separated by commas.';

interface OpenMeteoParameter {
  schema: Readonly<Record<string, unknown>>;
  description: string;
  /** Open-Meteo's name in its messages. */
  called?: string;
}

/** The names, bounds and documentation of all parameters. */
export const PARAMETERS = {
  latitude: {
    schema: { ...text, example: '52.52' },
    description: `Degrees north. ${LISTS} Several locations need the scope \`forecast:batch\`.`,
  },
  longitude: {
    schema: { ...text, example: '13.41' },
    description: `Degrees east, as many as \`latitude\` has. ${LISTS}`,
  },
  elevation: {
    schema: text,
    description:
      "Meters above sea level, as many as `latitude` has. Default: the height of the place in the models' terrain. `nan` leaves values on each model's own terrain.",
  },
  hourly: {
    schema: { ...text, example: 'temperature_2m,precipitation' },
    description: `Hourly variables. ${LISTS}`,
    called: 'WeatherVariable',
  },
  daily: {
    schema: { ...text, example: 'temperature_2m_max' },
    description: `Daily variables. ${LISTS}`,
    called: 'WeatherVariableDaily',
  },
  current: {
    schema: { ...text, example: 'temperature_2m' },
    description: `Variables of the current 15 minutes. ${LISTS}`,
    called: 'WeatherVariable',
  },
  minutely_15: {
    schema: text,
    description: `Variables every 15 minutes. ${LISTS}`,
    called: 'WeatherVariable',
  },
  location_id: {
    schema: text,
    description: 'IDs of the locations in the response, as many as `latitude` has.',
  },
  current_weather: {
    schema: oneOf('true', 'false'),
    description: 'Returns the legacy list of current variables. Default: `false`.',
    called: 'Bool',
  },
  temperature_unit: {
    schema: oneOf('celsius', 'fahrenheit'),
    description: 'Default: `celsius`.',
    called: 'TemperatureUnit',
  },
  wind_speed_unit: {
    schema: oneOf('kmh', 'ms', 'mph', 'kn'),
    description: 'Default: `kmh`. `windspeed_unit` is the same.',
    called: 'WindspeedUnit',
  },
  precipitation_unit: {
    schema: oneOf('mm', 'inch'),
    description: 'Default: `mm`. `inch` also returns snow in inches, and heights in feet.',
    called: 'PrecipitationUnit',
  },
  length_unit: {
    schema: oneOf('metric', 'imperial'),
    description: 'The same as `precipitation_unit`.',
    called: 'LengthUnit',
  },
  timeformat: {
    schema: oneOf('iso8601', 'unixtime'),
    description: 'Default: `iso8601`, in local time.',
    called: 'Timeformat',
  },
  timezone: { schema: text, description: 'An IANA name, or `auto`. Default: `GMT`.' },
  past_days: { schema: whole(92), description: 'Days before today. Default: 0.', called: 'Past days' },
  forecast_days: {
    schema: whole(16),
    description: 'Days from today. Default: 7, and 3 for `minutely_15`.',
    called: 'Forecast days',
  },
  past_hours: { schema: whole(2208), description: 'Hours before the current one.', called: 'Past days' },
  forecast_hours: { schema: whole(384), description: 'Hours from the current one.', called: 'Forecast days' },
  past_minutely_15: {
    schema: whole(8832),
    description: 'Quarters of an hour before the current one.',
    called: 'Past days',
  },
  forecast_minutely_15: {
    schema: whole(1536),
    description: 'Quarters of an hour from the current one.',
    called: 'Forecast days',
  },
  initial_hours: {
    schema: whole(384),
    description:
      'The hour of the day that `past_hours` and `forecast_hours` count from. Default: the current one.',
    called: 'Initial step',
  },
  initial_minutely_15: {
    schema: whole(1536),
    description:
      'The quarter of an hour of the day that `past_minutely_15` and `forecast_minutely_15` count from.',
    called: 'Initial step',
  },
  start_date: { schema: text, description: 'The first local day, such as `2026-11-21`. Needs `end_date`.' },
  end_date: { schema: text, description: 'The last local day.' },
  start_hour: {
    schema: text,
    description: 'The first local hour, such as `2026-11-21T00:00`. Needs `end_hour`.',
  },
  end_hour: { schema: text, description: 'The last local hour.' },
  start_minutely_15: {
    schema: text,
    description: 'The first local quarter of an hour. Needs `end_minutely_15`.',
  },
  end_minutely_15: { schema: text, description: 'The last local quarter of an hour.' },
  models: {
    schema: { ...text, example: 'best_match' },
    description: `Models. ${LISTS} With several models, each variable name ends with the name of the model.`,
    called: 'MultiDomains',
  },
  cell_selection: {
    schema: oneOf('land', 'sea', 'nearest'),
    description: 'Has no effect: values are interpolated between grid points.',
    called: 'GridSelectionMode',
  },
  temporal_resolution: {
    schema: oneOf('hourly', 'hourly_1'),
    description: 'Default: `hourly`.',
    called: 'ApiTemporalResolution',
  },
  format: {
    schema: oneOf('json', 'csv', 'flatbuffers'),
    description: 'Default: `json`.',
    called: 'ForecastResultFormat',
  },
  location_information: {
    schema: oneOf('section', 'omit'),
    description: 'Whether CSV begins with the locations. Default: `section`.',
    called: 'OutputLocationInformation',
  },
} as const satisfies Record<string, OpenMeteoParameter>;

export const REQUIRED = ['latitude', 'longitude'] as const;

type Parameters = typeof PARAMETERS;
type NamesWith<Schema> = {
  [Name in keyof Parameters]: Parameters[Name] extends { schema: Schema; called: string } ? Name : never;
}[keyof Parameters];

/** Parameters with one out of some values, and with a whole number from 0 on. */
export type ChoiceName = NamesWith<{ enum: readonly string[] }>;
export type WholeName = NamesWith<{ maximum: number }>;
export type Choice<Name extends ChoiceName> = Parameters[Name]['schema']['enum'][number];
