export const EXAMPLE_ULID = '01KAHVZ6D4Q3T5B9XG7M2N8RWC';
const CREATED = '2026-11-20T15:42:07Z';
const COUNTS = { requests: 1204, units: 1180, errors: 24, throttled: 20, bytes: 9871234 };

/**
 * What stands in the examples of bodies: by the name of a schema, by schema and member, or by the name of a member
 * wherever it occurs. A member that has an example of its own, or values to choose from, needs none here.
 */
export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  'Account.id': `acc_${EXAMPLE_ULID}`,
  'ApiKey.id': `key_${EXAMPLE_ULID}`,
  'AuditEvent.id': `aud_${EXAMPLE_ULID}`,
  'CreatedApiKey.id': `key_${EXAMPLE_ULID}`,
  'Session.id': `ses_${EXAMPLE_ULID}`,
  'AuditEvent.action': 'client.created',
  'AuditActor.client_id': null,
  account_id: `acc_${EXAMPLE_ULID}`,
  client_id: `cli_${EXAMPLE_ULID}`,
  target_id: `cli_${EXAMPLE_ULID}`,
  request_id: 'b5b8f1c2-5f0d-4c1e-9d53-1a6c7d0b8e11',

  full_name: 'Ada Example',
  email: 'ada@example.com',
  organization: 'Example Weather Ltd',
  password: 'quiet morning in may',
  current_password: 'quiet morning in may',
  new_password: 'louder evening in june',
  token: 'Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
  url: 'https://weather.example/reset-password#token=Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  address: '203.0.113.7',

  name: 'Weather station',
  description: 'Shows the forecast in the hall.',
  client_name: 'Weather station',
  api_key_name: 'Hall display',
  client_secret: 'wxs_5sXv0PpQe3bTg7LkRz1MnYw8UcHd2FaJq4ViNt6Oh9',
  rate_limits: { second: 10, minute: 300, hour: 5000, day: 50000 },
  key: 'wx_4fQ8sTn2Lk9WvB6xRz3MpYc7UhJd1GaE0kXq2Z',
  start: 'wx_4fQ8sT',
  scopes: ['forecast:read'],
  allowed_ips: ['203.0.113.0/24'],
  overlap_seconds: 3600,
  rotated_from: null,
  revoked_at: null,
  details: { name: 'Weather station' },

  created_at: CREATED,
  updated_at: CREATED,
  last_seen_at: CREATED,
  last_used_at: CREATED,
  published_at: '2026-11-21T05:03:12Z',
  expires_at: '2026-12-20T15:42:07Z',
  next_cursor: null,

  publishedAt: '2026-11-21T05:03:12Z',
  nextRunExpectedAt: '2026-11-21T11:00:00Z',
  attribution: 'NOAA/NCEP Global Forecast System (GFS)',
  elevation: 14,
  model: 'gfs',
  run: '2026-11-21T00:00:00Z',
  severity: 8,
  clock_ahead_seconds: 0.004,
  'StoredRun.warnings': [],
  'Ingest.state': 'waiting',
  progress: null,
  lastError: null,
  ForecastRequest: {
    lat: 42.3478,
    lon: -71.0466,
    fields: ['temperature', 'windSpeed', 'weatherCode'],
    timelines: ['hourly', 'daily'],
    timezone: 'America/New_York',
  },
  ForecastBatchRequest: {
    locations: [
      { lat: 42.3478, lon: -71.0466 },
      { lat: 47.4211, lon: 10.9863, elevation: 2962 },
    ],
    fields: ['temperature', 'windSpeed', 'weatherCode'],
  },
  Timelines: {
    hourly: [
      { time: '2026-11-21T03:00:00Z', values: { temperature: 6.1, windSpeed: 4.2, weatherCode: 4001 } },
    ],
  },
  ForecastWarning: {
    code: 'missing_values',
    detail: 'The run has no value of weatherCode at its last step.',
    fields: ['weatherCode'],
  },
  Field: {
    name: 'temperature',
    title: 'Temperature',
    group: 'Temperature and humidity',
    description: 'Air temperature 2 m above the ground.',
    units: { metric: '°C', imperial: '°F' },
    precision: { metric: 0.1, imperial: 0.1 },
    panel: { title: 'Temperature', chart: 'line', min: null, max: null },
    daily: [
      {
        name: 'temperatureMax',
        title: 'Temperature (max)',
        units: { metric: '°C', imperial: '°F' },
        precision: { metric: 0.1, imperial: 0.1 },
      },
    ],
  },
  'Usage.interval': 'day',
  'QuotaWindow.window': 'day',
  UsageGroup: {
    endpoint: 'GET /v1/weather/forecast',
    ...COUNTS,
    latency_ms: { p50: 3.1, p95: 9.4, p99: 21.6 },
  },
};
