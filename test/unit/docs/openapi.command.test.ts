import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { writeOpenApi } from '../../../src/boot/commands/openapi.command.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-openapi-'));
});
afterEach(() => {
  delete process.env.FEATURES;
  jest.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

it('prints its usage for --help, and writes no file of that name', async () => {
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);

  await writeOpenApi(['--help']);

  expect(log).toHaveBeenCalledWith('Usage: weather-forecast-service openapi [file]');
  expect(existsSync('--help')).toBe(false);
});

it.each([[['--file', 'openapi.json']], [['openapi.json', 'openapi.yaml']]])('rejects %j', async (words) => {
  await expect(writeOpenApi(words)).rejects.toThrow('Usage: weather-forecast-service openapi [file]');
});

it('neither initializes nor closes features, since there is no database', async () => {
  const feature = join(directory, 'storms.mjs');
  writeFileSync(
    feature,
    `import { Controller, Get, Module } from '${import.meta.resolve('@nestjs/common')}';
    class StormsController {
      list() {}
      onModuleInit() { throw new Error('There is no database.'); }
      onModuleDestroy() { throw new Error('Nothing was opened.'); }
    }
    Controller('v1/storms')(StormsController);
    Get()(StormsController.prototype, 'list', Object.getOwnPropertyDescriptor(StormsController.prototype, 'list'));
    class StormsModule {}
    Module({ controllers: [StormsController] })(StormsModule);
    export default { name: 'storms', module: StormsModule };`,
  );
  process.env.FEATURES = feature;
  const file = join(directory, 'openapi.json');

  await writeOpenApi([file]);

  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty(['paths', '/v1/storms', 'get']);
});
