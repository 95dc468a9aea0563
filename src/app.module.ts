import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CrossSiteGuard } from './http/access/cross-site.guard.js';
import { RequestPaceModule } from './http/access/pace/request-pace.module.js';
import { ChangesModule } from './database/changes/changes.module.js';
import { ClockModule } from './database/clock/clock.module.js';
import { SecretsModule } from './common/secrets/secrets.module.js';
import { ConfigModule } from './config/config.module.js';
import { type Configuration } from './config/configuration.js';
import type { DatabaseConnection } from './config/database/database-connection.types.js';
import { DatabaseModule } from './database/database.module.js';
import type { FeatureSet } from './features/feature-set.js';
import { FeaturesModule } from './features/features.module.js';

/** Root module: the shared infrastructure and the modules of all features. */
@Module({})
export class AppModule {
  static forRoot(
    configuration: Configuration,
    connection: DatabaseConnection,
    features: FeatureSet,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(configuration),
        FeaturesModule.forRoot(features),
        DatabaseModule.forRoot(connection, features),
        ClockModule,
        RequestPaceModule,
        SecretsModule,
        ChangesModule,
        ...features.modules,
      ],
      providers: [{ provide: APP_GUARD, useClass: CrossSiteGuard }],
    };
  }
}
