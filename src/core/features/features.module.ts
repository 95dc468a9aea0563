import { type DynamicModule, Global, Module } from '@nestjs/common';
import { FeatureHooks } from './feature-hooks.js';
import { FeatureSet } from './feature-set.js';

/** Provides the application's `FeatureSet` and its hooks globally. */
@Global()
@Module({})
export class FeaturesModule {
  static forRoot(features: FeatureSet): DynamicModule {
    return {
      module: FeaturesModule,
      providers: [{ provide: FeatureSet, useValue: features }, FeatureHooks],
      exports: [FeatureSet, FeatureHooks],
    };
  }
}
