import { expect, it } from '@jest/globals';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it.each([600, 0])('rotates a key with an overlap of %i s', async (overlap_seconds) => {
  await publishRun(app());
  const { owner, clientId, keyId, key } = await createKeyedClient(app());
  const use = async (apikey: string) => {
    const { status, body } = await askForecast(app(), { apikey });
    return body.code ?? status;
  };
  expect(await use(key)).toBe(200);

  const { body } = await owner.post<{ key: string }>(`/v1/clients/${clientId}/api-keys/${keyId}/rotate`, {
    overlap_seconds,
  });

  expect(await use(body.key)).toBe(200);
  expect(await use(key)).toBe(overlap_seconds > 0 ? 200 : 'revoked_api_key');
  await app().runSql('update api_keys set revoked_at = now() where id = ?', [keyId]);
  expect(await use(key)).toBe('revoked_api_key');
  expect(await use(body.key)).toBe(200);
});
