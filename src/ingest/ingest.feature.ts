import { defineFeature } from '../core/features/define-feature.js';
import { OWN_MODELS } from '../weather/models/own-models.js';
import { IngestModule } from './ingest.module.js';

export const INGEST_FEATURE = defineFeature({
  name: 'ingest',
  module: IngestModule,
  models: OWN_MODELS,
});
