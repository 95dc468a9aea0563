import { existsSync } from 'node:fs';
import { afterEach, expect, it, jest } from '@jest/globals';
import { writeOpenApi } from '../../../src/docs/openapi.command.js';

afterEach(() => void jest.restoreAllMocks());

it('says how it is used, and writes no file of that name', async () => {
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);

  await writeOpenApi(['--help']);

  expect(log).toHaveBeenCalledWith('Usage: weather-forecast-service openapi [file]');
  expect(existsSync('--help')).toBe(false);
});

it.each([[['--file', 'openapi.json']], [['openapi.json', 'openapi.yaml']]])('refuses %j', async (words) => {
  await expect(writeOpenApi(words)).rejects.toThrow('Usage: weather-forecast-service openapi [file]');
});
