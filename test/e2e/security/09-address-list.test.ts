import { expect, it } from '@jest/globals';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { startTestApp, useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
const allowed_ips = ['203.0.113.7', '198.51.100.0/25', '2001:db8::/33', '::ffff:192.0.2.1'];

it.each([
  ['203.0.113.7', 200],
  ['203.0.113.8', 403],
  ['198.51.100.127', 200],
  ['198.51.100.128', 403],
  ['::ffff:203.0.113.7', 200],
  ['::ffff:203.0.113.8', 403],
  ['192.0.2.1', 200],
  ['::ffff:192.0.2.1', 200],
  ['192.0.2.2', 403],
  ['2001:db8:7fff::1', 200],
  ['2001:db8:8000::1', 403],
  // Only the nearest address that no trusted proxy added counts.
  ['203.0.113.7, 203.0.113.8', 403],
  ['203.0.113.8, 203.0.113.7', 200],
  ['203.0.113.7, 10.1.2.3', 200],
  ['nonsense', 403],
])('takes the address from X-Forwarded-For: %s', async (forwarded, status) => {
  const { key } = await createKeyedClient(app(), {}, { allowed_ips });

  const answer = await askForecast(app(), { apikey: key, 'x-forwarded-for': forwarded });

  expect(answer.status).toBe(status);
});

it('ignores forwarded addresses unless a trusted proxy sends them', async () => {
  const exposed = await startTestApp({ TRUSTED_PROXIES: '10.0.0.0/8' });
  try {
    const { key } = await createKeyedClient(exposed, {}, { allowed_ips });
    const answer = await askForecast(exposed, { apikey: key, 'x-forwarded-for': '203.0.113.7' });

    expect(answer.body.code).toBe('forbidden');
  } finally {
    await exposed.close();
  }
});
