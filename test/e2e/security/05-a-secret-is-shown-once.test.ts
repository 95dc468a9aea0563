import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('returns each secret in a single response, which must not be cached', async () => {
  const caller = await signedInCaller(app());
  const created = await caller.post<Record<string, string>>('/v1/clients', { name: 'A client' });
  const client = `/v1/clients/${created.body.client_id}`;
  const secret = await caller.post<Record<string, string>>(`${client}/secret`, { overlap_seconds: 60 });
  const key = await caller.post<Record<string, string>>(`${client}/api-keys`, { name: 'A key' });
  const ephemeral = await caller.post<Record<string, string>>(`${client}/api-keys`, { ephemeral: true });
  const rotated = await caller.post<Record<string, string>>(`${client}/api-keys/${key.body.id}/rotate`);

  for (const { headers } of [created, secret, key, ephemeral, rotated])
    expect(headers.get('cache-control')).toBe('no-store');
  const secrets = [created.body.client_secret, secret.body.client_secret];
  const keys = [key.body.key, ephemeral.body.key, rotated.body.key];
  const others = await Promise.all(
    ['/v1/clients', client, `${client}/api-keys`, `${client}/api-keys/${key.body.id}`, '/v1/audit'].map(
      (path) => caller.get(path),
    ),
  );
  const text = JSON.stringify(others.map(({ body }) => body));
  for (const shown of [...secrets, ...keys]) {
    expect(shown.length).toBeGreaterThan(40);
    expect(text).not.toContain(shown);
  }
});
