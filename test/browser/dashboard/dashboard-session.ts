import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { type TestApp } from '../../support/test-app.js';
import { openPage, type WatchedPage } from '../browser-session.js';

export interface SignedInPage extends WatchedPage {
  /** An API caller signed in to the same account. */
  caller: SignedInCaller;
}

/** Opens a page in a browser that is already signed in, to a new account. */
export async function openSignedIn(
  browser: Browser,
  app: TestApp,
  options: BrowserContextOptions = {},
): Promise<SignedInPage> {
  const caller = await signedInCaller(app);
  return { ...(await openAs(browser, app, caller, options)), caller };
}

/** Opens a page in another browser signed in to the same account. */
export async function openAs(
  browser: Browser,
  app: TestApp,
  caller: SignedInCaller,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const watched = await openPage(browser, app.url, options);
  const [name, value] = caller.cookie!.split('=', 2);
  await watched.page.context().addCookies([{ name, value, url: app.url }]);
  return watched;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/**
 * Returns what axe finds against WCAG 2.2 AA and its own best practices. The page's CSP doesn't apply to evaluated
 * scripts.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns the content of every place in the browser where the page can leave data behind. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(`Promise.all([
    document.documentElement.outerHTML,
    [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state),
    location.href, document.cookie, indexedDB.databases().then(JSON.stringify),
    caches.keys().then(JSON.stringify),
  ]).then((kept) => kept.flat().join('\\n'))`);
}

/** Finds a client by name in the page's client picker, and selects it. */
export async function chooseClient(page: Page, name: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'Client', exact: true });
  await picker.click();
  await picker.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

/** Opens the explorer's charts of all metrics, which are drawn only then. */
export const openMetrics = (page: Page) => page.getByText('All metrics, models and the response').click();
