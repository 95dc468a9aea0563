import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Browser, type Locator } from 'playwright-core';
import { createApiKey, createClient, PASSWORD, signedInCaller } from '../support/api-caller.js';
import { publishRun } from '../support/published-run.js';
import { useTestApp } from '../support/test-app.js';
import { attributes, openPage, startBrowser, type WatchedPage } from './browser-session.js';

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
    const response = block.locator('.live-responses-table');
    const status = await response.locator('tbody td.response-col_status').first().innerText();
    const body = await response.locator('.highlight-code pre').first().innerText();
    return { status: parseInt(status), body: JSON.parse(body) as Record<string, unknown> };
  }

  test('shows every operation of the document, and opens one of each group', async () => {
    const document = (await (await fetch(`${app().url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const shown = await attributes(page.locator('.opblock'), 'id');
    const ids = operations.map(
      ({ tags, operationId }) => `operations-${tags[0].replace(/ /g, '_')}-${operationId}`,
    );
    expect(shown.sort()).toEqual(ids.sort());
    const groups = new Map(operations.map(({ tags: [tag] }, i) => [tag, ids[i]]));
    // One at a time: Swagger UI slows down with each open operation.
    for (const id of groups.values()) {
      const control = page.locator(`[id="${id}"] .opblock-summary-control`);
      await control.click();
      await page.locator(`[id="${id}"].is-open .opblock-body`).waitFor();
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

  test('requests a forecast with the key entered under "Authorize"', async () => {
    await publishRun(app());
    const caller = await signedInCaller(app());
    const { key } = await createApiKey(caller, await createClient(caller));
    await page.locator('.btn.authorize').click();
    await page.locator('#api_key_value').first().fill(key);
    await page.locator('.modal-ux button.authorize[type=submit]').first().click();
    await page.locator('.modal-ux button.btn-done').first().click();

    const block = await openOperation('getForecast');
    await block.getByPlaceholder('lat').fill('52.2297');
    await block.getByPlaceholder('lon').fill('21.0122');
    const { status, body } = await execute(block);
    expect(status).toBe(200);
    expect(body).toMatchObject({ location: { lat: 52.2297, lon: 21.0122 } });
    expect(faults).toEqual([]);
  });
});
