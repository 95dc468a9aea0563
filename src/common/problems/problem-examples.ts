import { type ProblemCode } from './problem-catalogue.js';
import { Problem, type ProblemOptions } from './problem.js';

interface ProblemExample extends ProblemOptions {
  /** A path that may answer so. */
  instance: string;
}

const FORECAST = '/v1/weather/forecast';
const BATCH = '/v1/weather/forecasts';
const CLIENTS = '/v1/clients';
const SESSIONS = '/v1/sessions';

/** What each error looks like when it happens. Where there is no detail, the answer says the remedy. */
const EXAMPLES: Record<ProblemCode, ProblemExample> = {
  invalid_parameter: {
    instance: FORECAST,
    errors: [{ parameter: 'lat', detail: '"lat" must lie between -90 and 90.' }],
  },
  malformed_body: { instance: CLIENTS },
  malformed_request: { instance: '' },
  expectation_failed: { instance: CLIENTS },
  ambiguous_api_key: {
    instance: FORECAST,
    detail: 'The key in the header differs from the one in the query.',
  },
  missing_api_key: { instance: FORECAST },
  invalid_api_key: { instance: FORECAST },
  revoked_api_key: { instance: FORECAST },
  expired_api_key: { instance: FORECAST },
  unauthenticated: { instance: CLIENTS },
  invalid_credentials: { instance: SESSIONS },
  insufficient_scope: { instance: BATCH, detail: 'The API key lacks the scope forecast:batch.' },
  forbidden: { instance: '/v1/accounts', detail: 'Only administrators can do this.' },
  client_disabled: { instance: FORECAST },
  account_disabled: { instance: FORECAST },
  cross_site_request: { instance: CLIENTS },
  not_found: { instance: '/v1/forecast', detail: 'There is nothing at /v1/forecast.' },
  method_not_allowed: {
    instance: '/v1/sessions/current',
    detail: 'PUT is not allowed here; DELETE, GET, HEAD are.',
  },
  request_timeout: { instance: '' },
  email_taken: { instance: '/v1/accounts' },
  conflict: {
    instance: CLIENTS,
    detail: 'An account can have 20 clients. Deleted clients count until the UTC day ends.',
  },
  payload_too_large: { instance: BATCH },
  unsupported_media_type: { instance: CLIENTS },
  quota_exceeded: {
    instance: FORECAST,
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    detail: "The client's quota for a second is spent. The next request succeeds in 1 s.",
    extensions: { 'violated-policies': ['second'] },
  },
  too_many_attempts: { instance: SESSIONS, detail: 'Too many attempts. Try again in 8 s.' },
  headers_too_large: { instance: '' },
  internal_error: { instance: CLIENTS },
  overloaded: {
    instance: FORECAST,
    detail: 'Many long answers are under way already. Try again in 1 s.',
  },
  service_unavailable: { instance: CLIENTS },
  usage_unavailable: { instance: FORECAST },
  sign_in_unavailable: { instance: SESSIONS },
  forecast_unavailable: {
    instance: FORECAST,
    detail: 'No stored run of gfs covers the point 42.3478, -71.0466 at 2026-11-21T03:00:00Z.',
  },
};

/** The body of an error with the code, as a service at the URL answers it, with other options than the usual ones. */
export function problemExample(
  code: ProblemCode,
  publicUrl: string,
  options: Partial<ProblemExample> = {},
): Record<string, unknown> {
  const { instance, ...example } = { ...EXAMPLES[code], ...options };
  return new Problem(code, example).toBody(publicUrl, instance === '' ? undefined : instance);
}
