import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CrossSiteGuard } from './core/http/access/cross-site.guard.js';
import { RequestPaceModule } from './core/http/access/pace/request-pace.module.js';
import { ChangesModule } from './core/database/changes/changes.module.js';
import { ClockModule } from './core/database/clock/clock.module.js';
import { SecretsModule } from './core/secrets/secrets.module.js';
import { ConfigModule } from './core/config/config.module.js';
import { type Configuration } from './core/config/configuration.js';
import type { DatabaseConnection } from './core/config/database/database-connection.types.js';
import { DatabaseModule } from './core/database/database.module.js';
import type { FeatureSet } from './core/features/feature-set.js';
import { FeaturesModule } from './core/features/features.module.js';

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
