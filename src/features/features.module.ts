import { type DynamicModule, Global, Module } from '@nestjs/common';
import { FeatureSet } from './feature-set.js';

/** Lets everybody ask what the application's features declare. */
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
