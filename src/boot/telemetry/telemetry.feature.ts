import { defineFeature } from '../../core/features/index.js';
import { TelemetryModule } from './telemetry.module.js';

export const TELEMETRY_FEATURE = defineFeature({
  name: 'telemetry',
  module: TelemetryModule,
  securitySchemes: {
    metricsToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'opaque',
      description: 'The `METRICS_TOKEN` of the service.',
    },
  },
});
