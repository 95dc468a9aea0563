export { DOCS_FEATURE } from './docs.feature.js';
export { createOpenApiDocument } from './openapi/openapi.document.js';
export { serveDocs } from './serve-docs.js';
