import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { isRunning, postgresProcessesIn } from '../../src/core/database/embedded-postgres/process-table.js';
import { freePort } from '../support/free-port.js';
import { onlyChildOf, PROJECT, ProjectCommand } from './project-command.js';

const POLL_MS = 20;

/** `npm start` with its own data directory and port. */
export class ServiceProcess {
  private constructor(
    readonly npm: ProjectCommand,
    readonly nodePid: number,
    readonly postmasterPid: number,
    readonly home: ServiceHome,
  ) {}

  /** Resolves when the service reports that it is ready. */
  static async start(home: ServiceHome, directory = PROJECT): Promise<ServiceProcess> {
    const npm = home.run(['npm', 'start'], directory);
    await npm.line(/The service is ready/);
    return new ServiceProcess(npm, onlyChildOf(npm.pid), home.postmasterPid(), home);
  }

  /** Resolves when all processes of this start are gone. */
  async gone(): Promise<void> {
    const isLeft = () =>
      [this.npm.pid, this.nodePid, this.postmasterPid].some(isRunning) ||
      postgresProcessesIn(this.home.databaseDirectory).length > 0;
    while (isLeft()) await sleep(POLL_MS);
  }

  async stop(): Promise<void> {
    process.kill(this.nodePid, 'SIGTERM');
    await this.gone();
  }
}

/** The data directory, port and environment of a service across several starts. */
export class ServiceHome {
  readonly dataDirectory = mkdtempSync(join(tmpdir(), 'weather-system-'));
  private readonly commands: ProjectCommand[] = [];

  private constructor(
    readonly port: number,
    private readonly ownEnvironment: Record<string, string>,
  ) {}

  static async create(environment: Record<string, string> = {}): Promise<ServiceHome> {
    return new ServiceHome(await freePort(), environment);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** The environment of every command. */
  get environment(): Record<string, string> {
    return {
      DATA_DIR: this.dataDirectory,
      PORT: String(this.port),
      INGEST_SCHEDULE: 'off',
      // No test may read public files.
      OBSERVATIONS: 'off',
      TERRAIN_BASE_URL: 'off',
      MODELS: 'gfs',
      ...this.ownEnvironment,
    };
  }

  get databaseDirectory(): string {
    return join(this.dataDirectory, 'postgres');
  }

  /** Runs a command with the service's environment, whether or not the service is running. */
  run(words: string[], directory?: string, changes: Record<string, string> = {}): ProjectCommand {
    const environment = { ...this.environment, ...changes };
    const command = new ProjectCommand(words, { environment, directory });
    this.commands.push(command);
    return command;
  }

  postmasterPid(): number {
    return parseInt(readFileSync(join(this.databaseDirectory, 'postmaster.pid'), 'utf8'));
  }

  /** Kills whatever a test has left running. */
  async remove(): Promise<void> {
    for (const command of this.commands) {
      try {
        command.signalGroup('SIGKILL');
      } catch {
        // It has already ended.
      }
    }
    await EmbeddedPostgres.stopOn(this.databaseDirectory);
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }
}
