import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';

const path = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The folder of real model data next to the repository; undefined if absent. */
export const sharedData: string | undefined = existsSync(path) ? path : undefined;

if (sharedData === undefined) process.stderr.write(`Skipped: tests that need the shared data, ${path}\n`);

/** Like `describe`, but skipped with a message if the shared data is absent. */
export const describeWithSharedData = sharedData === undefined ? describe.skip : describe;
