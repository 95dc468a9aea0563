/** What a problem code means: its status, its title (both public and stable) and how its reader can mend it. */
export interface ProblemDescription {
  status: number;
  title: string;
  remedy: string;
}

/** Every error that the service answers with. Programs test the code; people read the page at `/docs/errors#<code>`. */
export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    remedy:
      'Each entry of "errors" names a query parameter, a path value or a member of the body, and says what to send instead. At most 20 faults are listed. A query may have 100 parameters, a body 1,000 values, an object 100 members, and a name 100 characters.',
  },
  malformed_body: {
    status: 400,
    title: 'The body is not JSON',
    remedy:
      'Send a JSON object that parses and names no member twice, with the header "Content-Type: application/json".',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not HTTP',
    remedy: 'Use an HTTP library. What arrived could not be read as HTTP/1.1, so the connection was closed.',
  },
  expectation_failed: {
    status: 417,
    title: 'The "Expect" header is not supported',
    remedy: 'Remove the "Expect" header, or send "100-continue".',
  },
  ambiguous_api_key: {
    status: 400,
    title: 'The request has more than one API key',
    remedy:
      'Send one key, in the "apikey" query parameter or the "apikey" header. Sending the same key in both is fine.',
  },
  missing_api_key: {
    status: 401,
    title: 'An API key is needed',
    remedy: 'Create a key in the dashboard and send it in the "apikey" query parameter or header.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    remedy: 'Check that you copied the whole key: "wx_" and 38 letters and digits.',
  },
  revoked_api_key: {
    status: 401,
    title: 'The API key was revoked',
    remedy:
      'Create a new key and use it instead. A revoked key, or a key of a deleted client, never works again.',
  },
  expired_api_key: {
    status: 401,
    title: 'The API key has expired',
    remedy: 'Create a new key with a later expiry date, or without one.',
  },
  unauthenticated: {
    status: 401,
    title: 'Signing in is needed',
    remedy: 'Sign in with POST /v1/sessions and send the session cookie that it sets.',
  },
  invalid_credentials: {
    status: 401,
    title: 'The email address or the password is wrong',
    remedy: 'Check both. The response is the same whether or not the address has an account.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks a scope',
    remedy: 'Use a key with the scope that "detail" names.',
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    remedy: 'Ask an administrator of this service.',
  },
  client_disabled: {
    status: 403,
    title: 'The client is disabled',
    remedy:
      'An administrator disabled the client that this key belongs to. Ask an administrator of this service.',
  },
  account_disabled: {
    status: 403,
    title: 'The account is disabled',
    remedy: 'An administrator disabled the account. Ask an administrator of this service.',
  },
  cross_site_request: {
    status: 403,
    title: 'The request came from another site',
    remedy:
      'Management routes accept changes from the dashboard and from programs, but not from other sites. Call them from your server.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the path and the id. An id that belongs to another account is answered the same way.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'The "Allow" header lists the methods of this path.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'A request must arrive within 30 seconds. Send it again over a new connection.',
  },
  email_taken: {
    status: 409,
    title: 'The email address has an account',
    remedy: 'Sign in, or register with another address.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the present state',
    remedy: '"detail" says what it conflicts with, such as the maximum number of clients.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Keep the body below 64 kB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    remedy: 'Send uncompressed JSON with the header "Content-Type: application/json".',
  },
  quota_exceeded: {
    status: 429,
    title: "The client's quota is spent",
    remedy:
      'Wait the number of seconds in "Retry-After". "violated-policies" and the "RateLimit" header name the window.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    remedy: 'Wait the number of seconds in "Retry-After", then try again.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Keep the path, the query and the headers below 16 kB in total. Send long requests with POST.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our end',
    remedy:
      'Try again. If the error persists, send the "X-Request-Id" of the response to the operator, who can find it in the log.',
  },
  overloaded: {
    status: 503,
    title: 'The service is busy',
    remedy:
      'Wait as many seconds as "Retry-After" says, then try again. Ask for fewer long answers at once, and read them as they come.',
  },
  service_unavailable: {
    status: 503,
    title: 'The service is unavailable',
    remedy:
      'Wait as many seconds as "Retry-After" says, then try again. The database is away; what needs none of it goes on.',
  },
  usage_unavailable: {
    status: 503,
    title: 'Usage cannot be recorded',
    remedy:
      'Try again in a minute. The service only answers requests that it can count. The operator can find the cause in the log.',
  },
  sign_in_unavailable: {
    status: 503,
    title: 'Sign-in is unavailable',
    remedy:
      "Try again in a few seconds. Sign-in is closed while failed attempts can't be counted. API keys keep working.",
  },
  forecast_unavailable: {
    status: 503,
    title: 'No forecast covers the request',
    remedy: 'No stored model run covers the point and the time. "Retry-After" says when to try again.',
  },
} as const satisfies Record<string, ProblemDescription>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];
