/** The types of the OpenAPI document, each by its name there. */
export type * from '../../../../openapi/openapi.js';
