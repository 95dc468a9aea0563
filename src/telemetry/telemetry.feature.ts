import { defineFeature } from '../features/define-feature.js';
import { ServingTelemetryModule } from './serving-telemetry.module.js';

export const TELEMETRY_FEATURE = defineFeature({
  name: 'telemetry',
  module: ServingTelemetryModule,
});
