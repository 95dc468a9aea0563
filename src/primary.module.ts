import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AttemptsModule } from './attempts/attempts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ChangesModule } from './common/changes/changes.module.js';
import { SecretsModule } from './common/secrets/secrets.module.js';
import { ConfigModule } from './config/config.module.js';
import { type Configuration } from './config/configuration.js';
import { DatabaseModule } from './database/database.module.js';
import { type DatabaseConnection } from './database/orm-options.js';
import { IngestReportsModule } from './ingest/ingest-reports.module.js';
import { LimitKeepingModule } from './usage/limit-keeping.module.js';
import { PrimaryTelemetryModule } from './telemetry/primary-telemetry.module.js';
import { type ServiceProcesses } from './workers/service-processes.service.js';
import { WorkersModule } from './workers/workers.module.js';

/** What there is one of, where several workers answer requests. */
@Module({})
export class PrimaryModule {
  static forRoot(
    configuration: Configuration,
    connection: DatabaseConnection,
    processes: ServiceProcesses,
  ): DynamicModule {
    return {
      module: PrimaryModule,
      imports: [
        ConfigModule.forRoot(configuration),
        DatabaseModule.forRoot(connection),
        WorkersModule.forRoot(processes),
        SecretsModule,
        AttemptsModule,
        AuditModule,
        ChangesModule,
        AccountsModule,
        LimitKeepingModule,
        IngestReportsModule,
        PrimaryTelemetryModule,
      ],
    };
  }
}
