import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { writtenText } from '../support/written-texts.js';
import { cloneProject } from './clone-project.js';
import { PROJECT, ProjectCommand } from './project-command.js';

let clone: string;
beforeAll(() => {
  clone = cloneProject([
    '.dependency-cruiser.mjs',
    '.prettierrc.json',
    'jest.config.mjs',
    'openapi',
    'test/support',
  ]);
  mkdirSync(join(clone, 'test/e2e'));
  // Already built for the run of this test.
  cpSync(join(PROJECT, 'dist/web'), join(clone, 'dist/web'), { recursive: true });
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const run = (...words: string[]) => new ProjectCommand(words, { directory: clone }).ended;
const generate = (...names: string[]) => run('npm', 'run', '--silent', 'new:feature', ...names);
const success = { code: 0, signal: null, output: expect.any(String) };
const features = () => readFileSync(join(clone, 'src/boot/features/features.ts'), 'utf8');

/** Returns the type errors of the features, their tests and the list of features; everything else is unchanged. */
function typeFaults(...names: string[]): string[] {
  const { config } = ts.readConfigFile(join(clone, 'tsconfig.json'), (path) =>
    readFileSync(path, 'utf8'),
  ) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, clone);
  const folders = names.map((name) => `src/${name}/*.ts`);
  const files = globSync([...folders, 'test/e2e/**/*.ts', 'src/boot/features/features.ts'], { cwd: clone });
  const program = ts.createProgram(
    files.map((file) => join(clone, file)),
    { ...options, noEmit: true },
  );
  return program
    .getRootFileNames()
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('npm run new:feature writes features that compile, with tests that pass', async () => {
  // The API has /v1/alerts already.
  const names = ['storm-alerts', 'alerts', 'co2'];
  for (const name of names) expect(await generate(name)).toEqual(success);

  const folders = names.map((name) => `src/${name}`);
  expect(await run('npx', 'prettier', '--check', 'src/core/features', ...folders, 'test/e2e')).toEqual(
    success,
  );
  expect(await run('npx', 'depcruise', 'src', '--config', '.dependency-cruiser.mjs')).toEqual(success);
  expect(typeFaults(...names)).toEqual([]);
  const tests = await run('npm', 'test', '--', '-i', 'test/e2e');
  expect(tests).toEqual({ ...success, output: expect.stringMatching(/^Tests: +3 passed/m) });
});

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
  expect(writtenText('CONTRIBUTING.md')).toContain('`npx nest g service forecast/places/nearest --flat`');
  const { code, output } = await run(
    'npx',
    'nest',
    'g',
    'service',
    'forecast/places/nearest',
    '--flat',
    '--dry-run',
  );
  expect(code).toBe(0);
  expect(output).toMatch(
    /^CREATE src\/forecast\/places\/nearest\.service\.ts .*\nUPDATE src\/forecast\/places\/places\.module\.ts /m,
  );
});
