import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './project-command.js';

/** The files from which the service is built. */
const BUILT_FROM = [
  'nest-cli.json',
  'package-lock.json',
  'package.json',
  'src',
  'tsconfig.build.json',
  'tsconfig.dev.json',
  'tsconfig.json',
];

/** Returns an editable copy of the files from which the service is built, and of `more`. */
export function cloneProject(more: string[] = []): string {
  const clone = mkdtempSync(join(tmpdir(), 'weather-clone-'));
  for (const name of [...BUILT_FROM, ...more])
    cpSync(join(PROJECT, name), join(clone, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}
