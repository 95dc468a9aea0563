import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Browser, type Locator } from 'playwright-core';
import { createApiKey, createClient, PASSWORD, signedInCaller } from '../support/api-caller.js';
import { publishRun } from '../support/published-run.js';
import { useTestApp } from '../support/test-app.js';
import { accessibilityViolations } from './dashboard/dashboard-session.js';
import {
  attributes,
  openPage,
  serveBuiltDocument,
  startBrowser,
  type WatchedPage,
} from './browser-session.js';

// The page is opened at a different address than the public one, as through a tunnel or at 127.0.0.1.
const app = useTestApp({ PUBLIC_URL: 'https://weather.example.com' });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

describe('the API reference', () => {
  let { page, faults }: WatchedPage = {} as WatchedPage;
  beforeEach(async () => {
    ({ page, faults } = await openPage(browser, app().url));
    await serveBuiltDocument(page);
    await page.goto('/docs');
    await page.waitForSelector('.opblock');
  });
  afterEach(() => page.context().close());

  /** Opens an operation and returns its block. */
  async function openOperation(operationId: string): Promise<Locator> {
    const block = page.locator(`.opblock[id$="-${operationId}"]`);
    await block.locator('.opblock-summary-control').click();
    return block;
  }

  async function execute(block: Locator) {
    await block.locator('button.execute').click();
    return answerOf(block);
  }

  async function answerOf(block: Locator) {
    const response = block.getByRole('status').locator('.live-responses-table');
    const status = await response.locator('tbody td.response-col_status').first().innerText();
    const body = await response.locator('.highlight-code pre').first().innerText();
    return { status: parseInt(status), body: JSON.parse(body) as Record<string, unknown> };
  }

  test('shows every operation of the document, and opens one of each group and those with little text', async () => {
    const document = await page.evaluate<{
      paths: Record<
        string,
        Record<string, { operationId: string; tags: string[]; parameters?: { description?: string }[] }>
      >;
    }>("fetch('/openapi.json').then((response) => response.json())");
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const shown = await attributes(page.locator('.opblock'), 'id');
    const ids = operations.map(
      ({ tags, operationId }) => `operations-${tags[0].replace(/ /g, '_')}-${operationId}`,
    );
    expect(shown.sort()).toEqual(ids.sort());
    const groups = new Map(operations.map(({ tags: [tag] }, i) => [tag, ids[i]]));
    // One at a time: Swagger UI slows down with each open operation.
    const bare = ids.filter((_id, i) => operations[i].parameters?.some(({ description }) => !description));
    expect(bare.length).toBeGreaterThan(2);
    for (const id of new Set([...groups.values(), ...bare])) {
      const control = page.locator(`[id="${id}"] .opblock-summary-control`);
      await control.click();
      await page.locator(`[id="${id}"].is-open`).getByRole('region', { name: 'curl' }).waitFor();
      expect(await page.locator(`[id="${id}"]`).innerText()).not.toContain('undefined');
      await control.click();
    }
    expect(faults).toEqual([]);
  });

  test('sends a read with "Try it out"', async () => {
    const answer = await execute(await openOperation('getLiveness'));
    expect(answer).toEqual({ status: 200, body: { status: 'live' } });
    expect(faults).toEqual([]);
  });

  test('sends a write with "Try it out"', async () => {
    const block = await openOperation('createAccount');
    const account = { full_name: 'A Reader', email: 'reader@example.com', password: PASSWORD };
    await block.locator('textarea').fill(JSON.stringify(account));
    const answer = await execute(block);
    expect(answer).toMatchObject({ status: 201, body: { email: 'reader@example.com' } });
    expect(faults).toEqual([]);
  });

  test('finds operations, and says when there are none', async () => {
    await page.getByLabel('Find an operation').fill('gust');
    await page.getByText(/operations match/).waitFor();
    expect(await attributes(page.locator('.opblock'), 'id')).toContain(
      'operations-Best_match_first-getForecast',
    );
    await page.getByLabel('Find an operation').fill('batch nonsense');
    await page.getByText('No operation matches “batch nonsense”.').waitFor();
    expect(await page.locator('.opblock').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test.each(['getForecast', '/Weather/getForecast'])(
    'opens the operation of #%s, with a sample beside it',
    async (hash) => {
      await page.goto(`/docs#${hash}`);
      await page.reload();
      const block = page.locator('.opblock.is-open');
      await block.getByRole('region', { name: 'curl' }).waitFor();
      expect(await attributes(block, 'id')).toEqual(['operations-Weather-getForecast']);
      expect((await block.boundingBox())!.y).toBeLessThan(200);
      expect(faults).toEqual([]);
    },
  );

  test('requests a forecast with the key entered under "Authorize"', async () => {
    await publishRun(app());
    const caller = await signedInCaller(app());
    const { key } = await createApiKey(caller, await createClient(caller));
    const dialog = page.getByRole('dialog', { name: 'Authorize' });
    await page.locator('.btn.authorize').click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.btn.authorize').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    // A page can't set the cookie of a session.
    expect(await dialog.innerText()).not.toContain('session');
    expect(await dialog.locator('input[type=text]').count()).toBe(1);
    await page.locator('#api_key_value').first().fill(key);
    expect(await dialog.getByText(key).count()).toBe(0);
    await page.locator('.modal-ux button.authorize[type=submit]').first().click();
    await page.locator('.modal-ux button.btn-done').first().click();

    const block = await openOperation('getForecast');
    await block.getByLabel('lat', { exact: true }).press('Enter');
    const { status, body } = await answerOf(block);
    expect(status).toBe(200);
    expect(body).toMatchObject({ location: { lat: 52.2297, lon: 21.0122 } });
    expect(faults).toEqual([]);
  });

  test('begins with the introduction of the document', async () => {
    await page.getByText('Forecasts from public weather models, behind your own accounts').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Errors', exact: true }).waitFor();
    await page.getByText('Version 1.', { exact: true }).waitFor();
  });

  test('shows which value a parameter has by default, once', async () => {
    const block = await openOperation('findPlaces');
    await block.locator('[data-param-name=limit]').getByText('1 to 100. Default: 20.').waitFor();
    const forecast = await openOperation('getForecast');
    const units = await forecast.locator('[data-param-name=units]').innerText();
    expect(units.match(/Default/g)).toHaveLength(1);
  });

  test('a sample is the request that is sent, without the secret', async () => {
    const block = await openOperation('createAccessToken');
    await block.getByLabel('grant_type', { exact: true }).fill('client_credentials');
    await block.getByLabel('client_id', { exact: true }).fill('cli_1');
    await block.getByLabel('client_secret', { exact: true }).fill('open sesame');
    const curl = block.getByRole('region', { name: 'curl' });
    await curl
      .getByText("-d 'grant_type=client_credentials&client_id=cli_1&client_secret=CLIENT_SECRET'")
      .waitFor();
    expect(await curl.innerText()).toContain("-H 'content-type: application/x-www-form-urlencoded'");
    await block.getByRole('tab', { name: 'JavaScript' }).click();
    const script = block.getByRole('region', { name: 'JavaScript' });
    expect(await script.innerText()).toContain('body: "grant_type=client_credentials&');
    const sent = page.waitForRequest(/oauth/);
    await block.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sent).postData()).toBe(
      'grant_type=client_credentials&client_id=cli_1&client_secret=open%20sesame',
    );
  });

  test('says that it is sending, and shows the start of a long answer', async () => {
    const hold = Promise.withResolvers<void>();
    await page.route('**/health/live', async (route) => {
      await hold.promise;
      await route.fulfill({ json: { words: 'sunshine '.repeat(200_000) } });
    });
    const block = await openOperation('getLiveness');
    await block.getByRole('button', { name: 'Send', exact: true }).click();
    const busy = block.getByRole('button', { name: 'Sending …' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    hold.resolve();
    const answer = block.getByRole('status');
    await answer.getByText('… Only the first 200,000 characters are shown.').waitFor();
    const text = await answer.innerText();
    expect(text).toContain('{"words":"sunshine');
    expect([text.length > 200_000, text.length < 202_000]).toEqual([true, true]);
  });

  test('says what went wrong when there is no answer', async () => {
    await page.route('**/health/live', (route) => route.abort());
    const block = await openOperation('getLiveness');
    await block.getByRole('button', { name: 'Send', exact: true }).click();
    await block.getByRole('status').getByText("Can't reach the service.", { exact: true }).waitFor();
  });

  test('shows an image, and offers it for download', async () => {
    const image = Buffer.from(DOT, 'base64');
    await page.route('**/health/live', (route) => route.fulfill({ contentType: 'image/png', body: image }));
    const block = await openOperation('getLiveness');
    await block.getByRole('button', { name: 'Send', exact: true }).click();
    await block.getByRole('status').getByText(`${image.length} bytes, image/png`).waitFor();
    const shown = block.getByRole('img', { name: 'The image of the response' });
    await shown.waitFor();
    expect(await page.evaluate(`${IMAGE}.decode().then(() => ${IMAGE}.naturalWidth)`)).toBe(1);
    const download = page.waitForEvent('download');
    await block.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^live/);
    expect(faults).toEqual([]);
  });

  test('shows documents of other features: deprecated operations, and parameters with content', async () => {
    await page.route('**/openapi.json', async (route) => {
      const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
        paths: Record<string, { get: object }>;
      };
      const content = { 'application/json': { schema: { type: 'object' } } };
      const parameters = [{ name: 'filter', in: 'query', content }];
      Object.assign(document.paths['/health/live'].get, { deprecated: true, parameters });
      await route.fulfill({ json: document });
    });
    await page.goto('/docs#getLiveness');
    await page.reload();
    const block = page.locator('.opblock[id$="-getLiveness"]');
    await block.getByRole('region', { name: 'curl' }).waitFor();
    expect((await block.boundingBox())!.y).toBeLessThan(200);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('[id$=-getLiveness]')).opacity"),
    ).toBe('1');
    expect(faults).toEqual([]);
  });
});

const IMAGE = `document.querySelector('.beside img')`;
/** A PNG image of one pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
