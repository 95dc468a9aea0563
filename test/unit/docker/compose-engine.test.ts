import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { type ComposeFile, project, readCompose } from './compose-file.js';

const FILES = ['docker/compose.yaml', 'docker/compose.production.yaml'];
const TRACING = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** Returns the configs and secrets that Compose copies into a container because there is no file to mount. */
function copied({ configs = {}, secrets = {}, services }: ComposeFile, name: string): string[] {
  const service = services[name];
  const sources = [
    ...(service.configs ?? []).map(({ source }) => [source, configs[source]] as const),
    ...(service.secrets ?? []).map((source) => [source, secrets[source]] as const),
  ];
  return sources.filter(([, { file }]) => file === undefined).map(([source]) => source);
}

describe.each(FILES)('%s, as Compose processes it,', (path) => {
  const compose = readCompose(path);
  const services = Object.entries(compose.services);

  // https://github.com/docker/compose/pull/12531
  test('copies nothing into a read-only container', () => {
    const readOnly = services.filter(([, { read_only }]) => read_only);
    expect(readOnly.length).toBeGreaterThan(0);
    expect(readOnly.flatMap(([name]) => copied(compose, name))).toEqual([]);
  });

  // Builds with the same name run concurrently, and all but one may fail with "already exists".
  test('builds each image once', () => {
    const built = services.filter(([, { build }]) => build).map(([name, { image }]) => image ?? name);
    expect(new Set(built).size).toBe(built.length);
    for (const [, { image, build }] of services)
      if (!build && !image!.includes(':')) expect(built).toContain(image);
  });

  test.each(services)('limits the log of %s', (_, { logging }) => {
    expect(logging).toEqual({
      driver: 'json-file',
      options: { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d+$/) },
    });
  });

  // `up --wait` fails if a container exits that no other waits for.
  test('has another service wait for each container that exits', () => {
    const ending = services.filter(([, { restart }]) => restart === 'no').map(([name]) => name);
    const awaited = services.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on)
        .filter(([, { condition }]) => condition === 'service_completed_successfully')
        .map(([name]) => name),
    );
    expect(new Set(awaited)).toEqual(new Set(ending));
  });

  test('checks health only with options that every wget has: BusyBox may be built without long options', () => {
    const checks = services.map(([, { healthcheck }]) => healthcheck?.test ?? []);
    for (const [, program, ...parameters] of checks.filter(([, program]) => program === 'wget'))
      expect([program, ...parameters.slice(0, -1)]).toEqual(['wget', '-q', '-O', '/dev/null']);
  });

  test('passes on the variables that enable traces', () => {
    const serving = services.filter(([, { environment = {} }]) => 'KEY_SECRET' in environment);
    expect(serving.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of serving)
      for (const name of TRACING) expect(environment[name]).toBe(`\${${name}:-}`);
  });
});

test('docker/production.env.example has all required variables, and the real file is ignored by git', () => {
  const read = (path: string) => readFileSync(project(path), 'utf8');
  const needed = [...read('docker/compose.production.yaml').matchAll(/\$\{(\w+):\?/g)].map(
    ([, name]) => name,
  );
  const example = [...read('docker/production.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);

  expect(new Set(example)).toEqual(new Set(needed));
  expect(read('.gitignore').split('\n')).toContain('docker/production.env');
});
