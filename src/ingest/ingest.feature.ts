import { defineFeature } from '../core/features/index.js';
import { OWN_MODELS } from '../weather/models/index.js';
import { IngestModule } from './ingest.module.js';

export const INGEST_FEATURE = defineFeature({
  name: 'ingest',
  module: IngestModule,
  models: OWN_MODELS,
});
