/** An account with a session. */
export class TestSession {
  private constructor(
    private readonly url: string,
    readonly account: { id: string; email: string },
    private readonly cookie: string,
  ) {}

  /**
   * Registers an account and signs it in. The first account of a service is its administrator.
   * @param address client address of the requests, sent through a trusted proxy
   */
  static async begin(url: string, email: string, address: string): Promise<TestSession> {
    const password = 'correct horse battery staple';
    const headers = { 'x-forwarded-for': address };
    const account = { full_name: 'A Tester', email, password };
    const { id } = await post<{ id: string }>(`${url}/v1/accounts`, account, headers);
    const response = await send(`${url}/v1/sessions`, { email, password }, headers);
    const [cookie] = response.headers.getSetCookie();
    return new TestSession(url, { id, email }, cookie.split(';', 1)[0]);
  }

  /** Calls the service like `fetch`, authenticated as the account. Sends a body as JSON. */
  request(
    path: string,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { cookie: this.cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /**
   * Creates a key for a new client of the account.
   * @param scopes a subset of the default scopes of clients; by default, all of them that a key can use
   */
  async createKey(scopes?: readonly string[]): Promise<string> {
    const headers = { cookie: this.cookie };
    const client = await post<{ client_id: string }>(`${this.url}/v1/clients`, { name: 'A client' }, headers);
    const path = `${this.url}/v1/clients/${client.client_id}/api-keys`;
    return (await post<{ key: string }>(path, { name: 'A key', scopes }, headers)).key;
  }
}

async function post<T>(url: string, body: unknown, headers?: Record<string, string>): Promise<T> {
  return (await (await send(url, body, headers)).json()) as T;
}

async function send(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`);
  return response;
}
