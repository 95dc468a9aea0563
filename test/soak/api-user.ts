import { ask, type Reply } from './ask.js';

const PASSWORD = 'correct horse battery staple';

/** Manages clients and keys over the API, signed in. */
export class ApiUser {
  private cookie = '';

  constructor(private readonly port: number) {}

  async register(): Promise<void> {
    const email = 'soak@example.com';
    await this.call('POST', '/v1/accounts', { full_name: 'Soak', email, password: PASSWORD });
    const response = await fetch(`http://127.0.0.1:${this.port}/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    this.cookie = response.headers.getSetCookie()[0].split(';', 1)[0];
  }

  async createClient(rateLimits: object = {}): Promise<string> {
    const body = { name: 'A client', rate_limits: rateLimits };
    return (await this.call<{ client_id: string }>('POST', '/v1/clients', body)).client_id;
  }

  async createKey(clientId: string): Promise<{ id: string; key: string }> {
    return this.call('POST', `/v1/clients/${clientId}/api-keys`, { name: 'A key' });
  }

  async revokeKey(clientId: string, keyId: string): Promise<void> {
    await this.call('DELETE', `/v1/clients/${clientId}/api-keys/${keyId}`);
  }

  /** Throws for any answer that is no success. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = {
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply: Reply = await ask(this.port, { method, path, headers, body: body && JSON.stringify(body) });
    if (reply.status >= 300 || reply.proxyFailure)
      throw new Error(`${method} ${path}: ${reply.status} ${reply.proxyFailure ?? reply.body}`);
    return (reply.body === '' ? undefined : JSON.parse(reply.body)) as T;
  }
}
