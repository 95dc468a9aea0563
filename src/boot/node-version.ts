import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';

interface PackageFile {
  engines: { node: string };
}

/** @throws Error if the package doesn't support this version of Node.js */
export function requireNode(version: string = process.versions.node): void {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { engines } = JSON.parse(file) as PackageFile;
  if (!satisfies(version, engines.node))
    throw new Error(`The service needs Node.js ${engines.node}. This is ${version}.`);
}
