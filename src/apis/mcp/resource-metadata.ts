export const MCP_PATH = '/mcp';
/** As RFC 9728, section 3.1, specifies. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
