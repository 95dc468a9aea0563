import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../support/api-caller.js';
import { describeWithRedis } from '../support/describe-with-redis.js';
import { FORECAST, POINT } from '../support/forecast-caller.js';
import { RedisServer } from '../support/redis-server.js';
import { attributesOf, TraceReceiver } from '../support/trace-receiver.js';
import { PROJECT } from './project-command.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const EMAIL = 'canary@example.com';
const SERVER = 2;
const TRACE = {
  forecast: 'a'.repeat(32),
  account: 'b'.repeat(32),
  unknown: 'c'.repeat(32),
  pathKey: 'e'.repeat(32),
};
const CALLERS_SPAN = 'd'.repeat(16);

const escaped = (text: string) =>
  text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

const traceparent = (traceId: string) => ({ traceparent: `00-${traceId}-${CALLERS_SPAN}-01` });

describeWithRedis('a service that is told to send traces', () => {
  let receiver: TraceReceiver;
  let redis: RedisServer;
  let home: ServiceHome;
  let secrets: Record<string, string>;
  let service: ServiceProcess;

  beforeAll(async () => {
    receiver = await TraceReceiver.start();
    redis = await RedisServer.start();
    home = await ServiceHome.create({
      REDIS_URL: redis.url,
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'weather-test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OPEN_METEO_PATH_KEYS: 'on',
    });
    service = await ServiceProcess.start(home);
    secrets = await useSecrets();
  });
  afterAll(async () => {
    await home?.remove();
    await redis?.stop();
    await receiver?.close();
  });

  async function useSecrets(): Promise<Record<string, string>> {
    const caller = new ApiCaller(home.url);
    await caller.post('/v1/accounts', { full_name: 'A Member', email: EMAIL, password: PASSWORD });
    await caller.post('/v1/sessions', { email: EMAIL, password: PASSWORD });
    const clientId = await createClient(caller);
    const { key } = await createApiKey(caller, clientId);
    await caller.get('/v1/accounts/me', traceparent(TRACE.account));
    await new ApiCaller(home.url).get(`${FORECAST}?${POINT}&apikey=${key}`, traceparent(TRACE.forecast));
    await new ApiCaller(home.url).get(`/v1/${key}?apikey=${key}`, traceparent(TRACE.unknown));
    const { key: pathKey } = await createApiKey(caller, clientId, { scopes: ['forecast:read'] });
    await askWithPathKeys(pathKey);
    await caller.get('/health/ready');
    await caller.get('/metrics');
    return {
      password: PASSWORD,
      key,
      pathKey,
      escapedKey: escaped(pathKey),
      token: caller.cookie!.split('=')[1],
    };
  }

  /** Sends requests as clients do that can only set a URL, including faulty ones. */
  async function askWithPathKeys(key: string): Promise<void> {
    const place = 'latitude=52.2297&longitude=21.0122&hourly=temperature_2m';
    const paths = [
      `/open-meteo/key/${key}/v1/forecast?${place}`,
      `/open-meteo/key/${escaped(key)}/v1/forecast?${place}`,
      `/open-meteo/key/${key}/v1/forecast?latitude=91&longitude=0`,
      `/open-meteo/key/${key}/v1/nothing`,
      `/open-meteo/key/${key}%E0%A4%A/v1/forecast`,
    ];
    const statuses: number[] = [];
    for (const path of paths)
      statuses.push((await fetch(home.url + path, { headers: traceparent(TRACE.pathKey) })).status);
    expect(statuses).toEqual([200, 200, 400, 404, 404]);
  }

  it("continues the caller's trace, and names its span after the route", async () => {
    const spans = await receiver.trace(TRACE.forecast, `GET ${FORECAST}`);

    const span = spans.find(({ kind }) => kind === SERVER)!;
    expect(span.parentSpanId).toBe(CALLERS_SPAN);
    expect(attributesOf(span)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': FORECAST,
      'http.response.status_code': 200,
    });
    expect(receiver.resource).toMatchObject({ 'service.name': 'weather-test' });
  });

  it('traces the queries of a request to the database and to Redis', async () => {
    const limited = await receiver.trace(TRACE.forecast, `GET ${FORECAST}`);
    const signedIn = await receiver.trace(TRACE.account, 'GET /v1/accounts/me');

    const systems = [...limited, ...signedIn].map((span) => attributesOf(span)['db.system.name']);
    expect(systems).toEqual(expect.arrayContaining(['redis', 'postgresql']));
  });

  it('names the Redis commands, without keys and values', async () => {
    const spans = await receiver.trace(TRACE.forecast, `GET ${FORECAST}`);
    const asked = spans
      .map(attributesOf)
      .filter((attributes) => attributes['db.system.name'] === 'redis' && attributes['db.operation.name']);

    expect(asked.length).toBeGreaterThan(0);
    for (const attributes of asked) expect(attributes['db.query.text']).toBe(attributes['db.operation.name']);
  });

  it('names a request with its key in the path after the route', async () => {
    const spans = await receiver.trace(TRACE.pathKey, 'GET (none)');
    const routes = spans
      .filter(({ kind }) => kind === SERVER)
      .map((span) => attributesOf(span)['http.route']);

    expect(routes.filter((route) => route === '/open-meteo/v1/forecast')).toHaveLength(3);
    expect(JSON.stringify(spans)).not.toContain(secrets.pathKey);
  });

  it('treats all paths without a route as one', async () => {
    const [span] = await receiver.trace(TRACE.unknown, 'GET (none)');

    expect(attributesOf(span)['http.response.status_code']).toBe(404);
  });

  it('writes the trace ID to the log', async () => {
    await receiver.trace(TRACE.forecast, `GET ${FORECAST}`);
    const lines = service.npm.lines.filter((line) => line.includes(TRACE.forecast));

    expect(lines.map((line) => (JSON.parse(line) as { route?: string }).route)).toContain(FORECAST);
  });

  it('sends the last traces before it ends; none contains a secret, or a health or metrics request', async () => {
    await service.stop();

    const sent = receiver.bodies.join('\n');
    expect(receiver.spans.length).toBeGreaterThan(10);
    for (const secret of Object.values(secrets)) {
      expect(secret.length).toBeGreaterThan(10);
      for (const form of [secret, encodeURIComponent(secret)]) expect(sent.includes(form)).toBe(false);
    }
    for (const word of [EMAIL, 'argon2', '/health', '/metrics']) expect(sent.includes(word)).toBe(false);
  });
});

describe('the start of tracing', () => {
  const loaded = (environment: Record<string, string>) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { createRequire } from 'node:module';
         await import('./dist/core/telemetry/tracing/start-tracing.js');
         console.log(Object.keys(createRequire('/').cache).some((path) => path.includes('@opentelemetry')));
         process.exit();`,
      ],
      { cwd: PROJECT, env: { ...environment, PATH: process.env.PATH }, encoding: 'utf8' },
    ).trim();

  test.each([
    ['nothing is set', {}],
    ['only a name is set', { OTEL_SERVICE_NAME: 'weather' }],
    ['it is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
    [
      'no traces are wanted',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' },
    ],
  ])('loads nothing of OpenTelemetry if %s', (_, environment) => {
    expect(loaded(environment)).toBe('false');
  });

  test('loads OpenTelemetry if an endpoint is set', () => {
    expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBe('true');
  });
});
