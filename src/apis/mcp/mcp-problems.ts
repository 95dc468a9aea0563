import { type Problem, type ProblemForm, bearerChallenge } from '../../core/http/index.js';
import { MCP_PATH, RESOURCE_METADATA_PATH } from './resource-metadata.js';
import { McpErrorDto } from './mcp.dto.js';

/** JSON-RPC 2.0 error codes; the last one is for implementation-defined server errors. */
const [PARSE_ERROR, INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32700, -32600, -32603, -32000];

/**
 * Errors of requests that didn't reach a tool: in JSON-RPC's format, with the API's statuses and the problem as `data`.
 */
export const MCP_PROBLEMS: ProblemForm = {
  folder: MCP_PATH,
  mediaType: 'application/json',
  schema: McpErrorDto,
  write: (problem) => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: errorCodeOf(problem.code), message: problem.detail, data: problem },
  }),
  headers: resourceChallenge,
};

function errorCodeOf(code: string): number {
  if (code === 'malformed_body') return PARSE_ERROR;
  if (code === 'invalid_parameter') return INVALID_REQUEST;
  return code === 'internal_error' ? INTERNAL_ERROR : SERVER_ERROR;
}

/** Returns a challenge that says where to get access tokens (RFC 9728, section 5.1). */
function resourceChallenge({ code, options }: Problem, publicUrl: string): Record<string, string> {
  const { 'www-authenticate': own } = {
    ...(code === 'insufficient_scope' && bearerChallenge('insufficient_scope', 'forecast:read')),
    ...options.headers,
  };
  if (own === undefined) return {};
  // For invalid keys, the API's routes respond with their own scheme, which no assistant knows.
  const bearer = own.startsWith('Bearer ') ? own : 'Bearer realm="weather", scope="forecast:read"';
  return { 'www-authenticate': `${bearer}, resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"` };
}
