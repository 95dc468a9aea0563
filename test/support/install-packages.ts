import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs packages that only one test or benchmark needs, each in exactly this version, in a folder of their own.
 * Returns the folder, which the caller removes.
 */
export function installPackages(dependencies: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'weather-packages-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  const words = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
