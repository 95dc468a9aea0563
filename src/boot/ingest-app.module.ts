import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '../core/database/index.js';
import { RequestPaceModule } from '../core/http/index.js';
import { ConfigModule, type Configuration, type DatabaseConnection } from '../core/config/index.js';
import { type FeatureSet, FeaturesModule } from '../core/features/index.js';
import { HealthModule } from './health/health.module.js';
import { IngestModule } from '../ingest/index.js';
import { ObservationsModule } from '../observations/index.js';
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
        RequestPaceModule,
        IngestModule,
        ObservationsModule,
        HealthModule,
        TelemetryModule,
      ],
    };
  }
}
