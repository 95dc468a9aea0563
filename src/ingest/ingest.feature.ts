import { defineFeature } from '../features/define-feature.js';
import { IngestModule } from './ingest.module.js';

export const INGEST_FEATURE = defineFeature({
  name: 'ingest',
  module: IngestModule,
});
