import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { createOrganization, newMember } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { newWebhook } from '../../support/webhook-caller.js';
import { answering, verify, WebhookReceiver } from '../../support/webhook-receiver.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ ALLOWED_NETWORKS: '127.0.0.1' });
let browser: Browser;
let receiver: WebhookReceiver;
beforeAll(async () => {
  browser = await startBrowser();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
});

test('a webhook is created with a secret shown once, tested, changed, rotated and deleted', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/webhooks');
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Create webhook', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  await dialog.getByLabel('URL').fill('https://127.0.0.2');
  await dialog.getByLabel('quota.reached').check();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click();
  await dialog.getByText(/^url must lead to a public address/).waitFor();
  await dialog.getByLabel('URL').fill(receiver.url('/page'));
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  expect(await everythingKept(page)).not.toContain(secret);

  await page.getByRole('link', { name: receiver.url('/page') }).click();
  await page.getByText('No deliveries').waitFor();
  await page.getByRole('button', { name: 'Send test event', exact: true }).click();
  const [received] = await receiver.first(1, '/page');
  verify(received, secret);
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByText('Delivered').waitFor();
  await deliveries.getByText(/^204 in \d+ ms$/).waitFor();
  await deliveries.getByText('webhook.test', { exact: true }).click();
  await deliveries.getByText('"webhook_id"').waitFor();
  await page.getByRole('button', { name: 'Send again: webhook.test', exact: true }).click();
  expect((await receiver.first(2, '/page'))[1].id).toBe(received.id);

  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  const rotation = page.getByRole('dialog', { name: 'Rotate the secret' });
  await rotation.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  expect(await page.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByText('Old secret expires').waitFor();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await edit.getByLabel('quota.reached').uncheck();
  await edit.getByLabel('Description').fill('Map');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await edit.waitFor({ state: 'detached' });
  await page.getByText('Map', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('This webhook is disabled').waitFor();
  expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByRole('button', { name: 'Send test event', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete webhook', exact: true }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete this webhook?' });
  await deletion.getByRole('button', { name: 'Delete webhook', exact: true }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a failed event can be sent again once its endpoint works again', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  receiver.answer = answering(503);
  const { id } = await newWebhook(caller, { url: receiver.url('/mended'), event_types: ['client.changed'] });
  await createClient(caller);
  await receiver.first(1, '/mended');
  await app().runSql(
    `update webhook_deliveries set retries_left = 0, next_attempt_at = now() where webhook_id = ?`,
    [id],
  );
  const claimed = 'select 1 from webhooks where id = ? and is_claimed';
  while ((await app().runSql(claimed, [id])).length > 0) await sleep(20);
  await app().runSql('update webhooks set due_at = now() where id = ?', [id]);
  const failed = `select 1 from webhook_deliveries where webhook_id = ? and status = 'failed'`;
  while ((await app().runSql(failed, [id])).length === 0) await sleep(20);

  await page.goto(`/webhooks/${id}`);
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByText('Failed', { exact: true }).waitFor();
  await deliveries.getByText(/^503 in \d+ ms$/).waitFor();
  receiver.answer = answering(204);
  await deliveries.getByRole('button', { name: 'Send again: client.changed', exact: true }).click();
  await deliveries.getByText('Delivered', { exact: true }).waitFor();
  await deliveries.getByText(/^204 in \d+ ms$/).waitFor();
  const ids = receiver.at('/mended').map((received) => received.id);
  expect(ids.length).toBeGreaterThanOrEqual(2);
  expect(new Set(ids).size).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)(
  'a failing webhook with a long URL is marked as failing in the %s scheme at %i pixels',
  async (colorScheme, width) => {
    const look = { colorScheme, viewport: { width, height: 900 } };
    const { page, faults, caller } = await openSignedIn(browser, app(), look);
    receiver.answer = answering(503);
    const url = receiver.url(`/${'long'.repeat(400)}`);
    const { id } = await newWebhook(caller, {
      url,
      description: 'W'.repeat(500),
      event_types: ['client.changed'],
    });
    await createClient(caller);
    await page.goto('/webhooks');
    await page.getByText('Failing').waitFor();
    for (const path of ['/webhooks', `/webhooks/${id}`]) {
      await page.goto(path);
      await page.getByText('Failing', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/webhooks-${path.length}-${width}.png`,
          fullPage: true,
        });
    }
    await page.getByText(/^503 in \d+ ms$/).waitFor();
    expect(faults).toEqual([]);
    receiver.answer = answering(204);
    await page.context().close();
  },
);

test('a viewer is told why no webhooks are shown', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await page.context().close();
  const organizationId = await createOrganization(caller);
  const viewer = await newMember(app(), caller, organizationId, 'viewer');
  const { page: viewed, faults } = await openAs(browser, app(), viewer);
  await viewed.addInitScript(`localStorage.setItem('organization', '${organizationId}')`);
  await viewed.goto('/webhooks');
  await viewed.getByText("Your role doesn't include webhooks").waitFor();
  expect(await viewed.getByRole('button', { name: 'Create webhook' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await viewed.context().close();
});
