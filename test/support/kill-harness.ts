import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller, createApiKey, createClient, PASSWORD } from './api-caller.js';
import { ChildProgram, sourceUrl } from './child-program.js';
import { FORECAST, POINT } from './forecast-caller.js';
import { cloneDatabase, runSql, type TestDatabase } from './test-postgres.js';

const CLIENTS = 30;
/** Keeps each client below the number of requests that the request log records per second. */
const PAUSE_MS = 25;

const PROGRAM = `
  await import('reflect-metadata');
  const { createApp } = await import(parameters.urls.app);
  const { createLogger } = await import(parameters.urls.logger);
  const { loadApplication } = await import(parameters.urls.features);
  const { configuration } = await loadApplication(parameters.environment);
  const app = await createApp(configuration, parameters.connection, createLogger('silent'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(await app.getUrl());`;

/** A service in a separate process that is killed while callers wait for responses, and what the callers saw. */
export class KillHarness {
  private readonly dataDirectory = mkdtempSync(join(tmpdir(), 'weather-kill-'));
  private readonly seen: string[] = [];
  private readonly cut: string[] = [];
  private keys: string[] = [];
  private child: ChildProgram | undefined;
  private requests = 0;

  private constructor(private readonly database: TestDatabase) {}

  static async start(): Promise<KillHarness> {
    const harness = new KillHarness(await cloneDatabase());
    await harness.restart();
    await harness.createKeys();
    return harness;
  }

  /** Restarts the killed service, which recovers its state before it listens. */
  async restart(): Promise<void> {
    this.child ??= await ChildProgram.start(PROGRAM, {
      connection: this.database.connection,
      environment: {
        DATA_DIR: this.dataDirectory,
        DEFAULT_RATE_LIMITS: 'day=900000000',
        MAX_CLIENTS_PER_ACCOUNT: String(CLIENTS),
      },
      urls: {
        app: sourceUrl('boot/app.setup.ts'),
        logger: sourceUrl('core/telemetry/logger.ts'),
        features: sourceUrl('boot/features/load-features.ts'),
      },
    });
  }

  async killUnderLoad(): Promise<void> {
    await this.restart();
    const loops = this.keys.map((key) => this.ask(key));
    await sleep(200 + Math.random() * 1000);
    await this.child!.killGroup();
    this.child = undefined;
    await Promise.all(loops);
  }

  /** Returns the requests that callers saw completed, those that were cut off, and what was counted and logged. */
  async tally() {
    const { connection } = this.database;
    const [sums] = await runSql<{ counted: number; units: number }>(
      connection,
      'select sum(requests)::int as counted, sum(units)::int as units from usage.client_days',
    );
    const rows = await runSql<{ request_id: string }>(connection, 'select request_id from usage.requests');
    return { seen: this.seen, cut: this.cut, ...sums, logged: rows.map(({ request_id }) => request_id) };
  }

  async remove(): Promise<void> {
    await this.child?.killGroup();
    await this.database.drop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }

  /** Sends one request after the other until the service is gone. */
  private async ask(key: string): Promise<void> {
    for (;;) {
      const id = `r${this.requests++}`;
      try {
        const answer = await fetch(`${this.child!.firstLine}${FORECAST}?${POINT}`, {
          headers: { apikey: key, 'x-request-id': id },
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The service answered ${answer.status}.`);
      } catch {
        this.cut.push(id);
        return;
      }
      this.seen.push(id);
      await sleep(PAUSE_MS);
    }
  }

  private async createKeys(): Promise<void> {
    const caller = new ApiCaller(this.child!.firstLine);
    const email = 'member@example.com';
    await caller.post('/v1/accounts', { full_name: 'A Member', email, password: PASSWORD });
    await caller.post('/v1/sessions', { email, password: PASSWORD });
    for (let i = 0; i < CLIENTS; i++) {
      const clientId = await createClient(caller);
      this.keys.push((await createApiKey(caller, clientId)).key);
    }
  }
}
