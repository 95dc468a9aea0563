import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';

const path = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The folder of real model data beside the repository; undefined where it is absent. */
export const sharedData: string | undefined = existsSync(path) ? path : undefined;

if (sharedData === undefined) process.stderr.write(`Skipped: tests that need the shared data, ${path}\n`);

/** Like `describe`; skipped, with a visible line, where the shared data is absent. */
export const describeWithSharedData = sharedData === undefined ? describe.skip : describe;
