import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { cloneProject } from '../system/clone-project.js';
import { ServiceHome } from '../system/service-process.js';
import { openPage, startBrowser } from './browser-session.js';

let clone: string;
let home: ServiceHome;
let browser: Browser;
beforeEach(async () => {
  clone = cloneProject(['openapi']);
  home = await ServiceHome.create();
  browser = await startBrowser();
});
afterEach(async () => {
  await browser.close();
  await home.remove();
  rmSync(clone, { recursive: true, force: true });
});

test('a changed component is replaced in place, and the page keeps its input', async () => {
  const config = 'src/dashboard/web/vite.config.mjs';
  const vite = home.run(
    ['npx', 'vite', '--config', config, '--port', String(home.port), '--strictPort'],
    clone,
  );
  await vite.line(/ready in/);
  const { page } = await openPage(browser, home.url);
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await email.fill('ada@example.com');

  const source = join(clone, 'src/dashboard/web/pages/sessions/login-page.tsx');
  writeFileSync(source, readFileSync(source, 'utf8').replace('title="Sign in"', 'title="Sign in to go on"'));

  await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
  expect(await email.inputValue()).toBe('ada@example.com');
});
