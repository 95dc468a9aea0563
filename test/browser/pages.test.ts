import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { useTestApp } from '../support/test-app.js';
import { attributes, openPage, startBrowser, unreadableTexts } from './browser-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const TEXTS = {
  '/docs': 'nav a, h1, p, .opblock-tag, .opblock-summary-path, .opblock-summary-description',
  '/docs/errors': 'h1, h2, p, a, code',
  '/docs/methods': 'h1, h2, p, a, code, td',
  '/docs/scale': 'h1, h2, p, a, code, td',
  '/docs/operating': 'h1, h2, p, a, code, td, li',
  '/docs/extending': 'h1, h2, p, a, code, li',
};
const PATHS = Object.keys(TEXTS) as (keyof typeof TEXTS)[];

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  describe.each([360, 1440])('at %i pixels', (width) => {
    test.each(PATHS)('%s is complete and readable, and loads nothing from other origins', async (path) => {
      const viewport = { width, height: 900 };
      const { page, faults } = await openPage(browser, app().url, { colorScheme, viewport });
      await page.goto(path, { waitUntil: 'networkidle' });
      if (path === '/docs') await page.waitForSelector('.opblock');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.locator(TEXTS[path]).count()).toBeGreaterThan(5);
      expect(await unreadableTexts(page, TEXTS[path])).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});

test('the links between the pages work', async () => {
  const { page, faults } = await openPage(browser, app().url);
  await page.goto('/docs/errors');
  const links = await attributes(page.locator('a'), 'href');
  expect(links.length).toBeGreaterThan(5);
  for (const link of links)
    expect({ link, status: (await fetch(app().url + link)).status }).toMatchObject({ status: 200 });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the errors page scrolls to the code that an error links to', async () => {
  const { page } = await openPage(browser, app().url, { viewport: { width: 800, height: 600 } });
  await page.goto('/docs/errors#forecast_unavailable');
  expect(await page.locator('#forecast_unavailable + p').textContent()).toContain('503');
  const top = (await page.locator('#forecast_unavailable').boundingBox())?.y;
  expect(top).toBeLessThan(600);
  await page.context().close();
});
