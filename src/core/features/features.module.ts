import { type DynamicModule, Global, Module } from '@nestjs/common';
import { FeatureSet } from './feature-set.js';

/** Provides the application's `FeatureSet` globally. */
@Global()
@Module({})
export class FeaturesModule {
  static forRoot(features: FeatureSet): DynamicModule {
    return {
      module: FeaturesModule,
      providers: [{ provide: FeatureSet, useValue: features }],
      exports: [FeatureSet],
    };
  }
}
