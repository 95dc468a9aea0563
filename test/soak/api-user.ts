import { ask, type Reply } from './ask.js';
import { Happenings } from './events/happenings.js';

const PASSWORD = 'correct horse battery staple';
const DELIVERIES_AT_ONCE = 100;
/** Later retries are requested manually. */
const SOON_MS = 60_000;

export interface CreatedWebhook {
  id: string;
  organization_id: string;
  secret: string;
}

interface DeliveryPage {
  data: { id: string; next_attempt_at: string }[];
  next_cursor: string | null;
}

/** The service refused the request, so nothing has changed. */
class Refusal extends Error {}

/** Manages clients and keys over the API, signed in, and records the changes. */
export class ApiUser {
  private cookie = '';

  constructor(
    private readonly port: number,
    private readonly name = 'soak',
    private readonly happenings = new Happenings(),
  ) {}

  async register(): Promise<void> {
    const email = `${this.name}@example.com`;
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
    const { client_id } = await this.cause(
      'client.changed created',
      () => this.call<{ client_id: string }>('POST', '/v1/clients', body),
      ({ client_id: id }) => id,
    );
    return client_id;
  }

  async renameClient(clientId: string, name: string): Promise<void> {
    const rename = () => this.call('PATCH', `/v1/clients/${clientId}`, { name });
    await this.cause('client.changed updated', rename, clientId);
  }

  async rotateSecret(clientId: string): Promise<void> {
    const rotate = () => this.call('POST', `/v1/clients/${clientId}/secret`, {});
    await this.cause('client.changed secret_rotated', rotate, clientId);
  }

  async deleteClient(clientId: string): Promise<void> {
    await this.cause(
      'client.changed deleted',
      () => this.call('DELETE', `/v1/clients/${clientId}`),
      clientId,
    );
  }

  async createKey(clientId: string): Promise<{ id: string; key: string }> {
    return this.cause(
      'client.changed api_key_created',
      () =>
        this.call<{ id: string; key: string }>('POST', `/v1/clients/${clientId}/api-keys`, { name: 'A key' }),
      ({ id }) => `${clientId} ${id}`,
    );
  }

  async revokeKey(clientId: string, keyId: string): Promise<void> {
    const revoke = () => this.call('DELETE', `/v1/clients/${clientId}/api-keys/${keyId}`);
    await this.cause('client.changed api_key_revoked', revoke, `${clientId} ${keyId}`);
  }

  /** Creates an alert. This announces nothing yet; a run does. */
  async createAlert(clientId: string, condition: object): Promise<string> {
    const body = { client_id: clientId, name: 'An alert', field: 'temperature', ...condition };
    return (await this.call<{ id: string }>('POST', '/v1/alerts', body)).id;
  }

  async deleteAlert(id: string): Promise<void> {
    await this.call('DELETE', `/v1/alerts/${id}`);
  }

  async createWebhook(url: string, eventTypes: readonly string[] | null): Promise<CreatedWebhook> {
    return this.call('POST', '/v1/webhooks', { url, event_types: eventTypes });
  }

  /** Sends an event that isn't due soon, as the owner of a recovered endpoint does. */
  async retryLate(webhookId: string): Promise<void> {
    const deliveries = `/v1/webhooks/${webhookId}/deliveries`;
    const query = `?status=pending&limit=${DELIVERIES_AT_ONCE}`;
    for (let cursor: string | null = ''; cursor !== null;) {
      const after: string = cursor && `&cursor=${cursor}`;
      const page: DeliveryPage = await this.call('GET', `${deliveries}${query}${after}`);
      const late = page.data.find((delivery) => Date.parse(delivery.next_attempt_at) - Date.now() > SOON_MS);
      if (late) return this.call('POST', `${deliveries}/${late.id}/retry`);
      cursor = page.next_cursor;
    }
  }

  /** Records what a request changed, or may have changed if the response was lost. */
  private async cause<T>(
    what: string,
    request: () => Promise<T>,
    whom: string | ((answer: T) => string),
  ): Promise<T> {
    try {
      const answer = await request();
      this.happenings.note(what, typeof whom === 'string' ? whom : whom(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal))
        this.happenings.noteMaybe(what, typeof whom === 'string' ? whom : undefined);
      throw error;
    }
  }

  /** @throws Refusal or Error for any response but a success */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = {
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply: Reply = await ask(this.port, { method, path, headers, body: body && JSON.stringify(body) });
    const { status, proxyFailure } = reply;
    if (status >= 300 || proxyFailure) {
      const text = `${method} ${path}: ${status} ${proxyFailure ?? reply.body}`;
      throw status < 500 || proxyFailure === 'no replica' ? new Refusal(text) : new Error(text);
    }
    return (reply.body === '' ? undefined : JSON.parse(reply.body)) as T;
  }
}
