import { spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';

const hasGdal = spawnSync('gdal_translate', ['--version']).status === 0;

if (!hasGdal) {
  if (process.env.CI === 'true') throw new Error('GDAL (gdal-bin) is needed to compare with it');
  process.stderr.write('Skipped: the comparison with GDAL, which needs gdal-bin\n');
}

/** Like `describe`, but skipped with a message without GDAL. With CI=true that is an error. */
export const describeWithGdal = hasGdal ? describe : describe.skip;

/** Runs one of GDAL's programs and returns what it prints. */
export function gdal(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
