import { type DynamicModule, Module } from '@nestjs/common';
import { ClockModule } from '../database/clock/clock.module.js';
import { RequestPaceModule } from '../http/access/pace/request-pace.module.js';
import { ChangesModule } from '../database/changes/changes.module.js';
import { ConfigModule } from '../config/config.module.js';
import { type Configuration } from '../config/configuration.js';
import { DatabaseModule } from '../database/database.module.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { FeaturesModule } from '../features/features.module.js';
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
