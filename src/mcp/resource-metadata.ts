export const MCP_PATH = '/mcp';
/** By RFC 9728, section 3.1. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
