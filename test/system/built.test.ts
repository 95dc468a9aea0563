import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { imageUserEnvironment } from './compose/image-directory.js';
import { PROJECT } from './project-command.js';
import { ServiceHome } from './service-process.js';

/** The files to copy according to the operating guide's "Without development packages". */
const COPIED = ['dist', 'package.json', 'package-lock.json'];

let machine: string;
let home: ServiceHome;
beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  machine = mkdtempSync(join(tmpdir(), 'weather-built-'));
  for (const name of COPIED) cpSync(join(PROJECT, name), join(machine, name), { recursive: true });
  const words = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: machine, env: imageUserEnvironment(), stdio: 'ignore' });
  home = await ServiceHome.create();
});
afterAll(async () => {
  await home?.remove();
  rmSync(machine, { recursive: true, force: true });
});

test('node dist/main.js serves without sources and development packages', async () => {
  const service = home.run([process.execPath, 'dist/main.js'], machine);
  await service.line(/The service is ready/);

  expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
  expect((await fetch(`${home.url}/docs`)).status).toBe(200);
  expect((await fetch(`${home.url}/docs/quickstart`)).status).toBe(200);
  expect(await (await fetch(`${home.url}/`)).text()).toContain('/assets/');
  process.kill(service.pid, 'SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0 });
});
