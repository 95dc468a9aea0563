import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { hourly, publishFullRun } from '../bench/keyed/full-run.js';
import { ApiUser } from '../soak/api-user.js';
import { ask } from '../soak/ask.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../soak/program.js';

const PROJECT = join(import.meta.dirname, '../..');
const LAST_STEP_HOURS = 384;
const WATCH_MS = 50;
/** The value set in docker/compose.production.yaml. */
const NODE_OPTIONS = '--max-old-space-size=448';

/** The service with its default settings and a 16-day model run, in its own process, whose memory use is sampled. */
export class AttackedService implements AsyncDisposable {
  private watched = 0;
  private readonly watch: NodeJS.Timeout;

  private constructor(
    readonly port: number,
    /** An administrator. */
    readonly user: ApiUser,
    private readonly program: Program,
    private readonly directory: string,
  ) {
    this.watch = setInterval(() => {
      this.watched = Math.max(this.watched, program.residentBytes() ?? 0);
    }, WATCH_MS);
  }

  /** @param build the folder whose `dist` is started */
  static async start(build = PROJECT): Promise<AttackedService> {
    const directory = mkdtempSync(join(tmpdir(), 'attack-'));
    await publishFullRun(join(directory, 'data/runs'), { stepsHours: hourly(LAST_STEP_HOURS) });
    const port = await freePort();
    const program = new Program({
      name: 'service',
      words: [process.execPath, join(build, 'dist/main.js')],
      environment: {
        DATA_DIR: join(directory, 'data'),
        INGEST_SCHEDULE: 'off',
        MAX_CLIENTS_PER_ACCOUNT: '30',
        LOG_LEVEL: 'error',
        NODE_OPTIONS,
        PORT: String(port),
      },
      logPath: join(directory, 'service.log'),
      isReady: async () => (await ask(port, { path: '/health/ready' })).status === 200,
    });
    await program.start();
    const user = new ApiUser(port);
    await user.register();
    return new AttackedService(port, user, program, directory);
  }

  get isRunning(): boolean {
    return this.program.isRunning;
  }

  /** Current resident memory. */
  get residentBytes(): number {
    return this.program.residentBytes() ?? 0;
  }

  /** Peak resident memory. */
  get peakBytes(): number {
    return this.watched;
  }

  /** Returns the keys of `count` new clients, each with the default limits. */
  async keys(count: number): Promise<string[]> {
    const keys: string[] = [];
    for (let i = 0; i < count; i++)
      keys.push((await this.user.createKey(await this.user.createClient())).key);
    return keys;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.watch);
    await this.program.end('SIGTERM');
    const log = readFileSync(join(this.directory, 'service.log'), 'utf8');
    if (log !== '') console.log(log.slice(-2_000));
    await EmbeddedPostgres.stopOn(join(this.directory, 'data/postgres'));
    rmSync(this.directory, { recursive: true, force: true });
  }
}
