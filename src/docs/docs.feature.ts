import { defineFeature } from '../core/features/index.js';
import { DocsModule } from './docs.module.js';

export const DOCS_FEATURE = defineFeature({
  name: 'docs',
  module: DocsModule,
  dashboard: [
    { path: '/reference', title: 'API reference', icon: 'square-code', order: 70 },
    // The same without an account.
    { path: '/docs' },
  ],
  routes: ['GET /openapi.json', 'GET /openapi.yaml'],
});
