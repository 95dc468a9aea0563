import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Configuration } from './configuration.js';
import { FeatureSettings } from './feature-settings.js';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(configuration: Configuration): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Configuration, useValue: configuration },
        { provide: FeatureSettings, useValue: configuration.featureSettings },
      ],
      exports: [Configuration, FeatureSettings],
    };
  }
}
