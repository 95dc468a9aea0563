import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CrossSiteGuard, RequestPaceModule } from './core/http/index.js';
import { DatabaseModule, KeySecretModule } from './core/database/index.js';
import { RetentionModule } from './core/retention/index.js';
import { SecretsModule } from './core/secrets/index.js';
import { ConfigModule, type Configuration, type DatabaseConnection } from './core/config/index.js';
import { type FeatureSet, FeaturesModule } from './core/features/index.js';

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
        KeySecretModule,
        RequestPaceModule,
        RetentionModule,
        SecretsModule,
        ...features.modules,
      ],
      providers: [{ provide: APP_GUARD, useClass: CrossSiteGuard }],
    };
  }
}
