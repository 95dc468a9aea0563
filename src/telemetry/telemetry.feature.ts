import { defineFeature } from '../features/define-feature.js';
import { TelemetryModule } from './telemetry.module.js';

export const TELEMETRY_FEATURE = defineFeature({
  name: 'telemetry',
  module: TelemetryModule,
});
