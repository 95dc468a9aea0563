export const MCP_PATH = '/mcp';
/** The headers that the protocol adds to requests, also to those for metadata. */
export const MCP_HEADERS = [
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
] as const;
/** As RFC 9728, section 3.1, specifies. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
