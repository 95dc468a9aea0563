import { defineFeature } from '../features/define-feature.js';
import type { ProblemDescription } from './problems/problem-description.types.js';

const problems = {
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    help: 'Each entry of "errors" names a query parameter, a path value or a property of the body, and says what to send instead. At most 20 errors are listed. Limits: 100 parameters in a query, 700 values in a body, 40 members in an object, 100 characters in a name.',
    example: {
      instance: '/v1/examples',
      errors: [{ parameter: 'lat', detail: '"lat" must be between -90 and 90.' }],
    },
  },
  malformed_body: {
    status: 400,
    title: 'The body is not JSON',
    help: 'Send a valid JSON object without duplicate members, with the header "Content-Type: application/json".',
    example: { instance: '/v1/examples' },
  },
  malformed_request: {
    status: 400,
    title: 'Malformed HTTP request',
    help: 'Use an HTTP library. What arrived could not be read as HTTP/1.1, so the connection was closed.',
  },
  expectation_failed: {
    status: 417,
    title: 'The "Expect" header is not supported',
    help: 'Remove the "Expect" header, or send "100-continue".',
    example: { instance: '/v1/examples' },
  },
  unauthenticated: {
    status: 401,
    title: 'Sign-in is required',
    help: 'Sign in, and send the session cookie.',
    example: { instance: '/v1/examples' },
  },
  ambiguous_credentials: {
    status: 400,
    title: 'The request has a session and a token',
    help: 'Send either the session cookie or the personal access token, not both.',
    example: { instance: '/v1/examples' },
  },
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    help: 'Get a new token. An access token of a client expires after an hour, and stops working with the client secret that it was issued for. A personal access token works until it expires or is revoked.',
    example: { instance: '/v1/examples', detail: 'The access token has expired.' },
  },
  account_disabled: {
    status: 403,
    title: 'The account is disabled',
    help: 'An administrator disabled the account. Ask an administrator of this service.',
    example: { instance: '/v1/examples' },
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key or token lacks a scope',
    help: 'Use a key or token with the scope that "detail" names. Some requests need a session.',
    example: { instance: '/v1/examples', detail: 'The API key lacks the scope examples:read.' },
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    help: 'Ask an administrator of this service.',
    example: { instance: '/v1/examples', detail: 'Only administrators can do this.' },
  },
  fresh_sign_in_required: {
    status: 403,
    title: 'A fresh sign-in is required',
    help: 'Sign in again, and repeat the request within 10 minutes.',
    example: { instance: '/v1/examples' },
  },
  cross_site_request: {
    status: 403,
    title: 'The request came from another site',
    help: 'Management routes accept changes from the dashboard and from programs, but not from other sites. Call them from your server.',
    example: { instance: '/v1/examples' },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'Check the path and the ID. IDs of another account also return 404.',
    example: { instance: '/v1/exmaples', detail: 'There is nothing at /v1/exmaples.' },
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    help: 'The "Allow" header lists the methods of this path.',
    example: {
      instance: '/v1/examples/current',
      detail: 'PUT is not allowed here. Allowed: DELETE, GET, HEAD.',
    },
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    help: 'A request must arrive within 30 seconds. Send it again over a new connection.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the current state',
    help: '"detail" says what it conflicts with, such as a maximum number.',
    example: {
      instance: '/v1/examples',
      detail: 'There can be at most 20 of them.',
    },
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'Keep the body below 64 kB, unless the request is documented to take more.',
    example: { instance: '/v1/examples' },
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    help: 'Send uncompressed JSON with the header "Content-Type: application/json".',
    example: { instance: '/v1/examples' },
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    help: 'Wait the number of seconds in "Retry-After", then try again.',
    example: { instance: '/v1/examples', detail: 'Too many attempts. Try again in 8 s.' },
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    help: 'Keep the path, the query and the headers below 16 kB in total. Send long requests with POST.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our end',
    help: 'Try again. If the error persists, send the "X-Request-Id" of the response to the operator, who can find it in the log.',
    example: { instance: '/v1/examples' },
  },
  service_unavailable: {
    status: 503,
    title: 'The service is unavailable',
    help: 'Wait the number of seconds in "Retry-After", then try again. The database can\'t be reached. Requests that don\'t need it still work.',
    example: { instance: '/v1/examples' },
  },
  overloaded: {
    status: 503,
    title: 'The service is busy',
    help: 'Wait the number of seconds in "Retry-After", then try again. Request fewer long responses and send fewer large bodies at a time, and read responses as they arrive.',
    example: {
      instance: '/v1/examples',
      detail: 'Too many long responses are in progress. Try again in 1 s.',
    },
  },
} satisfies Record<string, ProblemDescription>;

const examples = {
  request_id: 'b5b8f1c2-5f0d-4c1e-9d53-1a6c7d0b8e11',
  overlap_seconds: 3600,
  created_at: '2026-11-20T15:42:07Z',
  updated_at: '2026-11-20T15:42:07Z',
  expires_at: '2026-12-20T15:42:07Z',
  next_cursor: null,
};

export const HTTP_FEATURE = defineFeature({
  name: 'http',
  problems,
  examples,
});

declare module '../features/names.types.js' {
  interface Problems extends Record<keyof typeof problems, true> {}
}
