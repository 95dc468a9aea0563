import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyBackup } from '../../../../src/core/backup/checksums.js';
import { createBackup } from '../../../../src/core/backup/create-backup.js';
import { refuseUnfit, restoreBackup } from '../../../../src/core/backup/restore-backup.js';
import type { DatabaseConnection } from '../../../../src/core/config/database/database-connection.types.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { runSql, type TestDatabase } from '../../../support/test-postgres.js';

/** The database and data directory of a service on one machine. */
export class Machine {
  readonly dataDirectory = mkdtempSync(join(tmpdir(), 'weather-machine-'));

  constructor(
    readonly database: TestDatabase,
    private readonly features = OWN_FEATURE_SET,
  ) {}

  get connection(): DatabaseConnection {
    return this.database.connection;
  }

  async backUp(folder: string): Promise<string> {
    await createBackup(this.connection, {
      folder,
      dataDirectory: this.dataDirectory,
      features: this.features,
      now: new Date(),
    });
    return folder;
  }

  /** Restores like the command. */
  async restore(folder: string, environment: Record<string, string> = {}): Promise<void> {
    const configuration = loadConfiguration({ DATA_DIR: this.dataDirectory, ...environment });
    const manifest = await verifyBackup(folder);
    const restoration = { manifest, folder, configuration, features: this.features };
    refuseUnfit(restoration);
    await restoreBackup(this.connection, restoration);
  }

  /** Returns the names of the service's tables with their schemas. */
  async tables(): Promise<string[]> {
    const rows = await runSql<{ name: string }>(
      this.connection,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'usage') order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  async remove(): Promise<void> {
    await this.database.drop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }
}
