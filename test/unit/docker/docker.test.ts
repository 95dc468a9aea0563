import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../../../src/core/config/configuration-error.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { interpolate, project, readCompose } from './compose-file.js';

const read = (path: string) => readFileSync(project(path), 'utf8');

const compose = readCompose('docker/compose.yaml');
const dockerfile = read('docker/Dockerfile');
const environment = compose.services.service.environment ?? {};
/** Read by Node.js and by the exporter of traces. */
const READ_BY_OTHERS = /^(NODE_ENV|OTEL_.+)$/;

describe('docker/compose.yaml', () => {
  test('waits until the services that it depends on are healthy', () => {
    const { service, ...others } = compose.services;
    const healthy = Object.keys(others).map((name) => [name, { condition: 'service_healthy' }]);
    expect(service.depends_on).toEqual(Object.fromEntries(healthy));
    for (const name of Object.keys(others)) expect(compose.services[name]).toHaveProperty('healthcheck.test');
  });

  test('contains no secrets: each one must be given', () => {
    expect(environment.KEY_SECRET).toMatch(/^\$\{KEY_SECRET:\?.+\}$/);
    expect(environment.DATABASE_URL).toMatch(/:\/\/weather:\$\{POSTGRES_PASSWORD:\?.+\}@postgres:5432/);
    expect(compose.services.postgres.environment?.POSTGRES_PASSWORD).toMatch(
      /^\$\{POSTGRES_PASSWORD:\?.+\}$/,
    );
  });

  test('gives the service only variables that it reads, with valid values', () => {
    const given = { KEY_SECRET: 'a secret of thirty-two characters', POSTGRES_PASSWORD: 'word' };
    const values = { ...imageEnvironment(), ...interpolate(environment, given) };
    const read = variablesRead(values);
    const unread = Object.keys(values).filter((name) => !read.has(name) && !READ_BY_OTHERS.test(name));
    expect(unread).toEqual([]);
    // A single service with its own disk shares no runs. Former settings are passed, so that their warning is seen.
    const left = [...read].filter((name) => values[name] === undefined).sort();
    expect(left).toEqual(['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'RUN_STORE_URL']);
    expect(loadConfiguration(values, OWN_FEATURE_SET.models)).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      dataDirectory: '/data',
      database: {
        hosts: [{ host: 'postgres', port: 5432 }],
        user: 'weather',
        password: 'word',
        dbName: 'weather',
      },
      publicUrl: 'http://localhost:3000',
      keySecret: given.KEY_SECRET,
      redisUrl: 'redis://valkey:6379',
    });
  });

  test('the service rejects a weak secret', () => {
    expect(() => loadConfiguration({ ...imageEnvironment(), KEY_SECRET: 'short' })).toThrow(
      ConfigurationError,
    );
  });
});

describe('docker/Dockerfile', () => {
  test('uses the same Node.js version as the packages', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node.split('.')[0]}-bookworm-slim`]));
  });

  test('runs node directly, as an ordinary user', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
    expect(last).not.toMatch(/^(ENTRYPOINT|SHELL)/m);
  });

  test('leaves out what packages contain for developers, but no license', () => {
    const stage = dockerfile.slice(dockerfile.indexOf(' AS dependencies'), dockerfile.lastIndexOf('FROM '));
    const [install, removal] = [...stage.replaceAll('\\\n', '').matchAll(/^RUN (.+)$/gm)].map(
      ([, command]) => command,
    );
    expect(install).toBe('npm ci --omit=dev --omit=optional');
    const license = 'Permission is hereby granted, free of charge, …';
    const kept = {
      'index.js': '',
      'index.mjs': '',
      'index.cjs': '',
      'package.json': '',
      'LICENSE.md': '',
      LICENSE: '',
    };
    const left = {
      'index.js.map': '',
      'index.d.ts': '',
      'index.d.mts': '',
      'index.d.cts': '',
      'CHANGELOG.md': '',
    };
    const folder = mkdtempSync(join(tmpdir(), 'weather-image-'));
    try {
      const packages = [join(folder, 'node_modules/@a/b'), join(folder, 'node_modules/c/node_modules/d')];
      for (const [i, path] of packages.entries()) {
        mkdirSync(path, { recursive: true });
        const files = { ...kept, ...left, 'README.md': i === 0 ? license : 'How to use it' };
        for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
      }
      execFileSync('sh', ['-c', removal], { cwd: folder });
      const remaining = packages.map((path) => readdirSync(path).sort());
      expect(remaining[0]).toEqual([...Object.keys(kept), 'README.md'].sort());
      expect(remaining[1]).toEqual(Object.keys(kept).sort());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('copies only what the build context contains', () => {
    const context = read('.dockerignore').trim().split('\n');
    expect(context[0]).toBe('*');
    const kept = context.slice(1).map((line) => line.slice(1));
    for (const path of ['package.json', 'package-lock.json', 'src', 'nest-cli.json', 'tsconfig.build.json'])
      expect(kept).toContain(path);
    for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(?!\. )(.+) \S+$/gm))
      for (const source of sources.split(' ')) expect(kept).toContain(source);
  });
});

/** Returns the `ENV` of the image. */
function imageEnvironment(): Record<string, string> {
  const [, assignments = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(
    assignments.split(' ').map((assignment) => assignment.split('=')) as [string, string][],
  );
}

/** Returns the names that the configuration looks up. */
function variablesRead(values: Record<string, string>): Set<string> {
  const names = new Set<string>();
  const recorder = {
    get(target: Record<string, string>, name: string) {
      names.add(name);
      return target[name];
    },
  };
  loadConfiguration(new Proxy(values, recorder), OWN_FEATURE_SET.models);
  return names;
}
