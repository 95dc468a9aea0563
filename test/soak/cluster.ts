import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { AlertCheck } from './alert-check.js';
import { ask } from './ask.js';
import { Database } from './database.js';
import { freePort } from '../support/free-port.js';
import { type ModelRuns, RUN_SETTINGS } from './model-runs.js';
import { Program } from './program.js';
import { SLOW_MODEL, type SlowModel } from './slow-model.js';
import { SmallDisk } from '../support/small-disk.js';

const REPLICAS = 3;
const BUCKET = 'weather';
const DIST = join(import.meta.dirname, '../../dist');
const HOOKS = join(import.meta.dirname, '../support/register-typescript.mjs');

/** A real cluster of processes on the loopback address, each with its own data directory. */
export class Cluster {
  private constructor(
    /** The proxy's port, which callers use. */
    readonly port: number,
    /** The replicas' own ports. */
    readonly replicaPorts: readonly number[],
    /** What the processes measure. */
    readonly alerts: AlertCheck,
    private readonly directory: string,
    readonly database: Database,
    readonly redis: Program,
    readonly replicas: readonly Program[],
    readonly ingest: Program,
    readonly s3: Program,
    readonly proxy: Program,
    /** Holds the journal of the last replica. */
    readonly disk: SmallDisk | undefined,
  ) {}

  /** Everything that it starts is added to the stack, which stops it. */
  static async start(
    { modelRuns, slowModel }: { modelRuns: ModelRuns; slowModel: SlowModel },
    directory: string,
    running: AsyncDisposableStack,
  ): Promise<Cluster> {
    const database = await Database.start(join(directory, 'postgres'));
    running.defer(() => database.stop());
    const [redisPort, s3Port, proxyPort] = [await freePort(), await freePort(), await freePort()];
    const programs = new Programs(directory, running, {
      ...RUN_SETTINGS,
      DATABASE_URL: database.url,
      DEFAULT_RATE_LIMITS: 'day=900000000',
      GFS_BASE_URL: modelRuns.url,
      IFS_BASE_URL: slowModel.url,
      INGEST_SCHEDULE: 'on',
      MODELS: `gfs,${SLOW_MODEL}`,
      OBSERVATIONS: 'off',
      TERRAIN_BASE_URL: 'off',
      KEY_SECRET: 'of all replicas, more than 32 characters',
      MAX_ALERTS_PER_ORGANIZATION: '5000',
      MAX_CLIENTS_PER_ACCOUNT: '10000',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ALLOWED_NETWORKS: '127.0.0.1',
      RUN_STORE_URL: `s3://${BUCKET}/soak`,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3Port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    });
    const redis = await programs.redis(redisPort);
    const s3 = await programs.s3(s3Port);
    const ingestPort = await freePort();
    const ingest = await programs.service('ingest', 'ingest', ingestPort);
    const disk = SmallDisk.mount(join(directory, `api-${REPLICAS}`, 'usage'), running);
    const ports: number[] = [];
    const replicas: Program[] = [];
    for (let i = 1; i <= REPLICAS; i++) {
      const port = await freePort();
      ports.push(port);
      replicas.push(await programs.service(`api ${i}`, 'api', port));
    }
    const proxy = await programs.proxy(proxyPort, ports);
    const alerts = new AlertCheck(join(directory, 'alerts'), [
      ...ports.map((port, i) => ({ port, instance: `api-${i + 1}`, job: 'weather-api' })),
      { port: ingestPort, instance: 'ingest', job: 'weather-ingest' },
    ]);
    return new Cluster(
      proxyPort,
      ports,
      alerts,
      directory,
      database,
      redis,
      replicas,
      ingest,
      s3,
      proxy,
      disk,
    );
  }

  /** Returns the data directory of a program. */
  dataDirectory({ name }: Program): string {
    return dataDirectoryOf(this.directory, name);
  }

  /** Resident bytes by program. */
  memory(): Map<string, number> {
    const sizes = new Map<string, number>();
    const programs = [...this.replicas, this.ingest, this.redis, this.s3, this.proxy];
    for (const program of programs) sizes.set(program.name, program.residentBytes() ?? NaN);
    sizes.set('PostgreSQL, postmaster', this.database.residentBytes() ?? NaN);
    return sizes;
  }
}

/** Creates a folder for everything, which is deleted with the stack. */
export function temporaryDirectory(running: AsyncDisposableStack): string {
  const directory = mkdtempSync(join(tmpdir(), 'weather-soak-'));
  running.defer(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Copies the programs' logs to a folder that is kept. */
export function keepLogs(directory: string): string {
  const kept = mkdtempSync(join(tmpdir(), 'weather-soak-logs-'));
  for (const name of readdirSync(directory).filter((name) => name.endsWith('.log')))
    copyFileSync(join(directory, name), join(kept, name));
  return kept;
}

function dataDirectoryOf(directory: string, name: string): string {
  return join(directory, name.replace(' ', '-'));
}

function typeScript(file: string): string[] {
  return [process.execPath, '--no-warnings', '--import', HOOKS, join(import.meta.dirname, file)];
}

/** Starts each program of the cluster. */
class Programs {
  constructor(
    private readonly directory: string,
    private readonly running: AsyncDisposableStack,
    private readonly environment: Record<string, string>,
  ) {}

  redis(port: number): Promise<Program> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return this.start('redis', ['redis-server', ...options], {}, async () => {
      const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => undefined);
      try {
        await redis.connect();
        return (await redis.ping()) === 'PONG';
      } finally {
        redis.disconnect();
      }
    });
  }

  service(name: string, role: string, port: number): Promise<Program> {
    const dataDirectory = dataDirectoryOf(this.directory, name);
    const environment = { ...this.environment, DATA_DIR: dataDirectory, PORT: String(port) };
    const words = [process.execPath, join(DIST, 'main.js'), role];
    return this.start(name, words, environment, async () => {
      return (await ask(port, { path: '/health/ready' })).status === 200;
    });
  }

  s3(port: number): Promise<Program> {
    const directory = join(this.directory, 'bucket');
    return this.start(
      's3',
      [...typeScript('s3-server.ts'), String(port), directory, BUCKET],
      {},
      async () => {
        return (await ask(port, { path: `/${BUCKET}?list-type=2` })).status < 500;
      },
    );
  }

  proxy(port: number, ports: number[]): Promise<Program> {
    const words = [...typeScript('proxy.ts'), ...[port, ...ports].map(String)];
    const isReady = async () => (await ask(port, { path: '/health/ready' })).status === 200;
    return this.start('proxy', words, {}, isReady, true);
  }

  private async start(
    name: string,
    words: string[],
    environment: Record<string, string>,
    isReady: () => Promise<boolean>,
    isTold = false,
  ): Promise<Program> {
    const logPath = join(this.directory, `${name.replace(' ', '-')}.log`);
    const program = new Program({ name, words, environment, logPath, isReady, isTold });
    this.running.defer(() => program.end('SIGKILL'));
    await program.start();
    return program;
  }
}
