import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AttemptsModule } from './attempts/attempts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ChangesModule } from './common/changes/changes.module.js';
import { ClockModule } from './common/clock/clock.module.js';
import { CrossSiteGuard } from './common/access/cross-site.guard.js';
import { SecretsModule } from './common/secrets/secrets.module.js';
import { RequestPaceModule } from './common/access/pace/request-pace.module.js';
import { ConfigModule } from './config/config.module.js';
import { type Configuration } from './config/configuration.js';
import { DatabaseModule } from './database/database.module.js';
import type { DatabaseConnection } from './config/database/database-connection.types.js';
import { DocsModule } from './docs/docs.module.js';
import { ForecastModule } from './forecast/forecast.module.js';
import { HealthModule } from './health/health.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ServingTelemetryModule } from './telemetry/serving-telemetry.module.js';
import { UsageModule } from './usage/usage.module.js';

@Module({})
export class AppModule {
  static forRoot(configuration: Configuration, connection: DatabaseConnection): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(configuration),
        DatabaseModule.forRoot(connection),
        ClockModule,
        RequestPaceModule,
        SecretsModule,
        AttemptsModule,
        AuditModule,
        ChangesModule,
        AccountsModule,
        SessionsModule,
        ClientsModule,
        ApiKeysModule,
        UsageModule,
        ForecastModule,
        IngestModule,
        RunsModule,
        HealthModule.withUsage(),
        ServingTelemetryModule,
        DocsModule,
      ],
      providers: [{ provide: APP_GUARD, useClass: CrossSiteGuard }],
    };
  }
}
