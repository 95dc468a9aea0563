export { MCP_FEATURE } from './mcp/mcp.feature.js';
export { METEOGRAM_FEATURE } from './meteogram/meteogram.feature.js';
export { OPEN_METEO_FEATURE } from './open-meteo/open-meteo.feature.js';
export { type ListedVariable, OPEN_METEO_VARIABLES } from './open-meteo/variables/listed-variables.js';
export { TOMORROW_IO_FIELDS } from './tomorrow-io/fields/listed-fields.js';
export { TOMORROW_IO_FEATURE } from './tomorrow-io/tomorrow-io.feature.js';
