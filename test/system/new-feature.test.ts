import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writtenText } from '../support/written-texts.js';
import { cloneProject } from './clone-project.js';
import { ProjectCommand } from './project-command.js';

let clone: string;
beforeAll(() => {
  clone = cloneProject(['.prettierrc.json', 'jest.config.mjs', 'test/support']);
  mkdirSync(join(clone, 'test/e2e'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const run = (...words: string[]) => new ProjectCommand(words, { directory: clone }).ended;
const generate = (...names: string[]) => run('npm', 'run', '--silent', 'new:feature', ...names);
const success = { code: 0, signal: null, output: expect.any(String) };
const features = () => readFileSync(join(clone, 'src/features/features.ts'), 'utf8');

test('npm run new:feature writes a feature that compiles, with a test that passes', async () => {
  expect(await generate('storm-alerts')).toEqual(success);

  expect(await run('npx', 'prettier', '--check', 'src/features', 'src/storm-alerts', 'test/e2e')).toEqual(
    success,
  );
  expect(await run('npx', 'tsc', '--noEmit', '-p', 'tsconfig.json')).toEqual(success);
  const tests = await run('npm', 'test', '--', '-i', 'test/e2e/storm-alerts');
  expect(tests).toEqual({ ...success, output: expect.stringMatching(/^Tests: +1 passed/m) });
}, 300_000);

test.each([
  ['that is taken', ['clients'], 'There is a folder src/clients already.'],
  ['that is not in kebab case', ['StormAlerts'], 'with a name in kebab case such as severe-alerts'],
  ['that leaves the folder', ['../alerts'], 'with a name in kebab case such as severe-alerts'],
  ['that is missing', [], 'with a name in kebab case such as severe-alerts'],
])('npm run new:feature refuses a name %s', async (_, names, reason) => {
  const before = features();
  expect(await generate(...names)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  expect(features()).toBe(before);
});

test('nest generate puts a service where CONTRIBUTING.md says', async () => {
  expect(writtenText('CONTRIBUTING.md')).toContain('`npx nest g service places/nearest --flat`');
  const { code, output } = await run('npx', 'nest', 'g', 'service', 'places/nearest', '--flat', '--dry-run');
  expect(code).toBe(0);
  expect(output).toMatch(
    /^CREATE src\/places\/nearest\.service\.ts .*\nUPDATE src\/places\/places\.module\.ts /m,
  );
});
