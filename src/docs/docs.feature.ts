import { defineFeature } from '../features/define-feature.js';
import { DocsModule } from './docs.module.js';

export const DOCS_FEATURE = defineFeature({
  name: 'docs',
  module: DocsModule,
  routes: ['GET /openapi.json', 'GET /openapi.yaml'],
});
