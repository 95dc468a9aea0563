import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { interpolate, project, readCompose } from './compose-file.js';

const compose = readCompose('docker/compose.production.yaml');
const { services } = compose;
const OWN = ['migrate', 'api-1', 'api-2', 'ingest'];
const ONCE = ['migrate', 'bucket'];
const GIVEN = {
  ADMIN_EMAIL: 'admin@example.com',
  GRAFANA_PASSWORD: 'word',
  KEY_SECRET: 'a secret of thirty-two characters',
  METRICS_TOKEN: 'token',
  POSTGRES_PASSWORD: 'word',
  S3_SECRET_KEY: 'word',
  SITE_ADDRESS: 'weather.example.com',
};
/** Read by the bucket's client and by the exporter of traces. */
const READ_BY_OTHERS = /^(AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|OTEL_.+)$/;

describe('docker/compose.production.yaml', () => {
  test('has two API replicas, one ingest process and one migration step', () => {
    const commandOf = (name: string) => services[name].command!.slice(1);
    expect(commandOf('api-1')).toEqual(['--max-old-space-size=448', 'dist/main.js', 'api']);
    expect(commandOf('api-2')).toEqual(commandOf('api-1'));
    expect(commandOf('ingest')).toEqual(['dist/main.js', 'ingest']);
    expect(commandOf('migrate')).toEqual(['dist/main.js', 'migrate']);
    for (const name of ['api-1', 'api-2', 'ingest'])
      expect(services[name].depends_on?.migrate.condition).toBe('service_completed_successfully');
  });

  test.each(OWN)(
    'gives %s a configuration that it starts with, and no variable that it doesn’t read',
    (name) => {
      const values = interpolate(services[name].environment!, GIVEN);
      const names = new Set<string>();
      const recorded = new Proxy(values, {
        get: (target, key: string) => {
          names.add(key);
          return target[key];
        },
      });
      expect(loadConfiguration(recorded, OWN_FEATURE_SET.models)).toMatchObject({
        publicUrl: 'https://weather.example.com',
        database: {
          hosts: [{ host: 'postgres', port: 5432 }],
          user: 'weather',
          password: 'word',
          dbName: 'weather',
        },
        trustedProxies: [compose.networks.edge!.ipam!.config[0].subnet],
        metricsToken: 'token',
        registration: 'closed',
      });
      expect(Object.keys(values).filter((key) => !names.has(key) && !READ_BY_OTHERS.test(key))).toEqual([]);
      // Those are passed, so that their warning is seen.
      const guide = readFileSync(project('src/docs/guides/operators/configuration.md'), 'utf8');
      const former = guide.split('## Former settings')[1].match(/(?<=`)[A-Z_]+(?=`)/g);
      expect(Object.keys(values)).toEqual(expect.arrayContaining(former!));
    },
  );

  test.each(Object.keys(GIVEN))('does not start without %s', (name) => {
    const texts = [...Object.values(services).flatMap(({ environment = {} }) => Object.values(environment))];
    texts.push(...Object.values(compose.configs!).map(({ content }) => content!));
    expect(texts.some((text) => String(text).includes(`\${${name}:?`))).toBe(true);
  });

  test.each(Object.keys(services))('sets resource limits for %s, and checks its health', (name) => {
    const service = services[name];
    expect(service).toMatchObject({ mem_limit: expect.any(String), cpus: expect.any(Number) });
    if (!OWN.includes(name)) expect(service.image).toMatch(/:v?\d/);
    if (ONCE.includes(name)) expect(service.restart).toBe('no');
    else
      expect(service).toMatchObject({ restart: 'unless-stopped', healthcheck: { test: expect.any(Array) } });
    for (const [other] of Object.entries(service.depends_on ?? {})) expect(services).toHaveProperty(other);
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(project(`docker/${source}`))).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
  });

  test.each([...OWN, 'caddy', 'valkey', 'prometheus', 'grafana'])('gives %s minimal privileges', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });
});

describe('the proxy and the monitoring', () => {
  const caddyfile = readFileSync(project('docker/Caddyfile'), 'utf8');
  const upstreams = ['api-1:3000', 'api-2:3000'];

  test('Caddy forwards everything but metrics to the replicas, even if none is ready', () => {
    const proxies = [...caddyfile.matchAll(/reverse_proxy (@unready )?(.+) \{/g)];
    const [first, otherwise, ...more] = proxies.map(([, condition, names]) => {
      return { condition, names: names.split(' ') };
    });
    expect(first).toEqual({ condition: undefined, names: upstreams });
    expect(otherwise).toEqual({ condition: '@unready ', names: upstreams.map((name) => `tcp/${name}`) });
    expect(more).toEqual([]);
    expect(caddyfile).toMatch(/@internal path \/metrics\n/);
    expect(caddyfile).toContain('health_uri /health/ready');
  });

  test('Prometheus scrapes every process of the service, with the token', () => {
    const { scrape_configs } = parse(readFileSync(project('docker/prometheus/prometheus.yml'), 'utf8')) as {
      scrape_configs: {
        authorization: { credentials_file: string };
        static_configs: { targets: string[] }[];
      }[];
    };
    const targets = scrape_configs.flatMap(({ static_configs }) =>
      static_configs.flatMap((each) => each.targets),
    );
    expect(targets).toEqual([...upstreams, 'ingest:3000']);
    for (const { authorization } of scrape_configs)
      expect(authorization.credentials_file).toBe('/run/secrets/metrics_token');
  });
});
