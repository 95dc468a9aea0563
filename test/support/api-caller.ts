import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './test-app.js';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the service as a program does, and keeps the session cookie once signed in. */
export class ApiCaller {
  /** The `Cookie` header, such as `session=…`. */
  cookie: string | undefined;

  constructor(readonly url: string) {}

  /** Sends the body as JSON unless it is already a string. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, headers = {} }: CallOptions = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0];
    const text = await response.text();
    const isJson = text !== '' && /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? (JSON.parse(text) as unknown) : text) as T,
    };
  }

  get<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.call('GET', path, { headers });
  }

  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>> {
    return this.call('POST', path, { body, headers });
  }

  delete<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.call('DELETE', path, { headers });
  }
}

export const PASSWORD = 'correct horse battery staple';

let registered = 0;

export type SignedInCaller = ApiCaller & { accountId: string; email: string };

/** Registers an account and signs in. The service's first account is its administrator. */
export async function signedInCaller(app: TestApp): Promise<SignedInCaller> {
  registered += 1;
  const email = `member-${registered}@example.com`;
  const caller = new ApiCaller(app.url);
  const account = await caller.post<{ id: string }>('/v1/accounts', {
    full_name: 'A Member',
    email,
    password: PASSWORD,
  });
  await caller.post('/v1/sessions', { email, password: PASSWORD });
  return Object.assign(caller, { accountId: account.body.id, email });
}

/** Creates a client of the caller's account and returns its ID. */
export async function createClient(caller: ApiCaller, body: Record<string, unknown> = {}): Promise<string> {
  const { body: client } = await caller.post<{ client_id: string }>('/v1/clients', {
    name: 'A client',
    ...body,
  });
  return client.client_id;
}

/** Creates an API key of the client. */
export async function createApiKey(
  caller: ApiCaller,
  clientId: string,
  body: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const path = `/v1/clients/${clientId}/api-keys`;
  return (await caller.post<{ id: string; key: string }>(path, { name: 'A key', ...body })).body;
}

/** Repeats a call until it isn't rate limited, for tests that exceed the limits per account or address. */
export async function onceAllowed<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** Creates a personal access token of the caller's account, valid for a day. */
export async function createToken(
  caller: ApiCaller,
  scopes: readonly string[],
): Promise<{ id: string; token: string }> {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const create = () =>
    caller.post<{ id: string; token: string }>('/v1/accounts/me/tokens', {
      name: 'A token',
      scopes,
      expires_at,
    });
  const { status, body } = await onceAllowed(create);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Returns the header with a bearer token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
