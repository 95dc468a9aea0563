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
      'Each entry of "errors" names a query parameter, a path value or a member of the body, and says what is expected. It lists the first 20 faults. A query may have 100 parameters, a body 1,000 values, an object 100 members, and a name 100 characters.',
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
    remedy: 'Use an HTTP library: what arrived could not be read as HTTP/1.1, and the connection was closed.',
  },
  expectation_failed: {
    status: 417,
    title: 'The header "Expect" asks for what the service does not do',
    remedy: 'Leave the header "Expect" out, or send "100-continue".',
  },
  ambiguous_api_key: {
    status: 400,
    title: 'The request has more than one API key',
    remedy:
      'Send one key, once: either in the query parameter "apikey" or in the header "apikey". Both are fine when they are equal.',
  },
  missing_api_key: {
    status: 401,
    title: 'An API key is needed',
    remedy: 'Create a key in the dashboard and send it in the query parameter or the header "apikey".',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    remedy: 'Check that the key was copied whole: "wx_" and 38 letters and digits.',
  },
  revoked_api_key: {
    status: 401,
    title: 'The API key was revoked',
    remedy:
      'Create another key and use it instead. A revoked key, or a key of a deleted client, never works again.',
  },
  expired_api_key: {
    status: 401,
    title: 'The API key has expired',
    remedy: 'Create another key, with a later expiry or none.',
  },
  unauthenticated: {
    status: 401,
    title: 'Signing in is needed',
    remedy: 'Sign in with POST /v1/sessions and send the session cookie that it sets.',
  },
  invalid_credentials: {
    status: 401,
    title: 'The email address or the password is wrong',
    remedy: 'Check both. The answer is the same whether or not the address has an account.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks a scope',
    remedy: 'Use a key that has the scope which "detail" names.',
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    remedy: 'Ask an administrator of this service, who may do it or allow it.',
  },
  client_disabled: {
    status: 403,
    title: 'The client is disabled',
    remedy: 'An administrator disabled the client to which this key belongs. Ask them.',
  },
  account_disabled: {
    status: 403,
    title: 'The account is disabled',
    remedy: 'An administrator disabled the account. Ask them.',
  },
  cross_site_request: {
    status: 403,
    title: 'The request came from another site',
    remedy:
      'Management routes only take changes from the dashboard itself or from programs. Call them from your own server.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the path and the id. An id that belongs to somebody else is answered in the same way.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'The header "Allow" names the methods of this path.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'A request has 30 s to arrive whole. Send it again, over another connection.',
  },
  email_taken: {
    status: 409,
    title: 'The email address has an account',
    remedy: 'Sign in, or register another address.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the present state',
    remedy: '"detail" says with what, for example with the number of clients that an account may have.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'A body may have at most 64 kB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    remedy: 'Send JSON with the header "Content-Type: application/json", and without "Content-Encoding".',
  },
  quota_exceeded: {
    status: 429,
    title: "The client's quota is spent",
    remedy:
      'Wait as many seconds as "Retry-After" says. "violated-policies" and the header "RateLimit" name the window.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    remedy: 'Wait as many seconds as "Retry-After" says, then try again.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy:
      'The path, the query and the headers may have at most 16 kB together. Send long requests by POST.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong inside the service',
    remedy:
      'Try again. If it stays, give the header "X-Request-Id" to the operator, who finds the cause in the log with it.',
  },
  usage_unavailable: {
    status: 503,
    title: 'Usage cannot be recorded',
    remedy:
      'Try again in a minute. The service answers only what it can count; its operator finds the cause in the log.',
  },
  sign_in_unavailable: {
    status: 503,
    title: 'Nobody can sign in at the moment',
    remedy:
      'Try again in some seconds. Passwords are taken only while guesses at them can be counted; API keys go on working.',
  },
  forecast_unavailable: {
    status: 503,
    title: 'No forecast covers the request',
    remedy: 'No stored model run covers the point and the time. "Retry-After" says when to try again.',
  },
} as const satisfies Record<string, ProblemDescription>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];
