import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { createMigrations } from '../../../../src/boot/commands/create-migration.command.js';

const folder = mkdtempSync(join(tmpdir(), 'weather-migrations-'));
afterEach(() => {
  delete process.env.FEATURES;
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function create(feature: string): Promise<string> {
  process.env.FEATURES = feature;
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await createMigrations(['--path', folder]);
  return String(log.mock.calls[0][0]);
}

it("writes what the entities of a package have and its migrations don't make, and nothing of others", async () => {
  const said = await create('./test/fixtures/features/unmigrated/unmigrated.feature.ts');

  const [file] = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  expect(said).toBe(`Written: ${folder}/${file}. Add it to "migrations" of the feature "unmigrated".`);
  const [up] = readFileSync(join(folder, file), 'utf8').split('override down');
  const statements = [...up.matchAll(/addSql\(`([^`]*)`\)/g)].map(([, sql]) => sql);
  expect(statements).toEqual([
    expect.stringMatching(/^create table "waves" \("id" text not null, primary key \("id"\)\)/),
    expect.stringMatching(/^alter table "buoys" add "name" text not null/),
  ]);
});

it('writes nothing if the migrations, however they were written, fit the entities', async () => {
  expect(await create('./test/extension/src/tides/tides.feature.ts')).toBe(
    'The migrations fit the entities.',
  );
});
