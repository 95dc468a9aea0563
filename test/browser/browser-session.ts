import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Chromium refuses to run sandboxed as root, and makes background requests of its own. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}

/** A page and everything that went wrong on it. */
export interface WatchedPage {
  page: Page;
  /**
   * Console errors and warnings, including content security policy violations; exceptions; failed and foreign requests.
   */
  faults: string[];
}

/** Opens a page of the service at `url` in a browser profile of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser logs every response with status 400 or above, which a page may well expect.
    if (message.text().startsWith('Failed to load resource: the server responded')) return;
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // The page itself aborts requests that it no longer needs, such as when navigating away.
    const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isGivenUp) faults.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== 'data:') faults.push(`foreign: ${request.url()}`);
  });
  return { page, faults };
}

/** Gives the page the committed OpenAPI document: a test's own lacks what the build reads from types and comments. */
export const serveBuiltDocument = (page: Page) =>
  page.route('**/openapi.json', (route) => route.fulfill({ path: 'openapi/openapi.json' }));

/** Returns an attribute of each of the elements. */
export async function attributes(elements: Locator, name: string): Promise<string[]> {
  return Promise.all((await elements.all()).map(async (element) => (await element.getAttribute(name)) ?? ''));
}

/**
 * Returns the texts among the selected elements whose contrast with their background is below 4.5, the minimum of WCAG
 * 2. Colors may be translucent, like the backgrounds of Swagger UI's operations.
 */
export function unreadableTexts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`(${FIND_UNREADABLE})(${JSON.stringify(selector)})`);
}

const FIND_UNREADABLE = `(selector) => {
  const parse = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const over = (top, below) => top.rgb.map((value, i) => value * top.alpha + below[i] * (1 - top.alpha));
  const behind = (element) => {
    if (element === null) return [255, 255, 255];
    const own = parse(getComputedStyle(element).backgroundColor);
    return own.alpha === 1 ? own.rgb : over(own, behind(element.parentElement));
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) =>
      value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (element) => {
    const background = behind(element);
    const text = luminance(over(parse(getComputedStyle(element).color), background));
    const [dark, light] = [text, luminance(background)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  };
  return [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility() && element.textContent.trim() !== '')
    .filter((element) => contrast(element) < 4.5)
    .map((element) => element.textContent.trim() + ' (' + contrast(element).toFixed(1) + ')');
}`;
