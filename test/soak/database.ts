import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { isRunning } from '../../src/core/database/embedded-postgres/process-table.js';
import { type DatabaseUrl, openDatabaseUrl } from '../support/database-url.js';
import { runSql } from '../support/test-postgres.js';
import { residentBytes } from './program.js';

const POLL_MS = 20;

/** The cluster's PostgreSQL server, behind a proxy that can cut connections. */
export class Database {
  private constructor(
    private readonly directory: string,
    private server: EmbeddedPostgres,
    private readonly access: DatabaseUrl,
  ) {}

  static async start(directory: string): Promise<Database> {
    const server = await EmbeddedPostgres.start({ directory });
    return new Database(directory, server, await openDatabaseUrl(server.connection));
  }

  get url(): string {
    return this.access.url;
  }

  /** Kills the postmaster with SIGKILL; its children exit when they notice. */
  async kill(): Promise<void> {
    const { pid } = this;
    process.kill(pid, 'SIGKILL');
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  async restart(): Promise<void> {
    this.server = await EmbeddedPostgres.start({ directory: this.directory });
  }

  /** Breaks every connection to it. */
  cut(): void {
    this.access.cut();
  }

  sql<Row>(statement: string): Promise<Row[]> {
    return runSql<Row>(this.server.connection, statement);
  }

  residentBytes(): number | undefined {
    return residentBytes(this.pid);
  }

  async stop(): Promise<void> {
    await this.access.close();
    await EmbeddedPostgres.stopOn(this.directory);
  }

  private get pid(): number {
    return parseInt(readFileSync(join(this.directory, 'postmaster.pid'), 'utf8'));
  }
}
