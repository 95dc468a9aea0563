export { DOCS_FEATURE } from './docs.feature.js';
export { createOpenApiDocument } from './openapi/openapi.document.js';
export { undescribedRoutes } from './openapi/undescribed-routes.js';
export { serveDocs } from './serve-docs.js';
