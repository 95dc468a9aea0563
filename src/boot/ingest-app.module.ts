import { type DynamicModule, Module } from '@nestjs/common';
import { ClockModule } from '../core/database/clock/clock.module.js';
import { RequestPaceModule } from '../core/http/access/pace/request-pace.module.js';
import { ChangesModule } from '../core/database/changes/changes.module.js';
import { ConfigModule } from '../core/config/config.module.js';
import { type Configuration } from '../core/config/configuration.js';
import { DatabaseModule } from '../core/database/database.module.js';
import type { DatabaseConnection } from '../core/config/database/database-connection.types.js';
import type { FeatureSet } from '../core/features/feature-set.js';
import { FeaturesModule } from '../core/features/features.module.js';
import { HealthModule } from './health/health.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';

/** A process that ingests model runs for others, and serves its own health and metrics. */
@Module({})
export class IngestAppModule {
  static forRoot(
    configuration: Configuration,
    connection: DatabaseConnection,
    features: FeatureSet,
  ): DynamicModule {
    return {
      module: IngestAppModule,
      imports: [
        ConfigModule.forRoot(configuration),
        FeaturesModule.forRoot(features),
        DatabaseModule.forRoot(connection, features),
        ChangesModule,
        ClockModule,
        RequestPaceModule,
        IngestModule,
        HealthModule,
        TelemetryModule,
      ],
    };
  }
}
