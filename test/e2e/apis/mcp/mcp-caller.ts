import { type Answer } from '../../../support/api-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { type TestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';
import { type ClientCredentials, GRANT, requestToken } from '../../clients/oauth/token-caller.js';

export const MCP = '/mcp';
const STATELESS_VERSION = '2026-07-28';

export interface ToolResult {
  isError?: boolean;
  content: [{ type: 'text'; text: string }];
  structuredContent: Record<string, unknown>;
}

export interface McpBody {
  result: ToolResult;
  error?: { code: number; message: string; data?: { code: string } };
}

/** Posts a body with the given headers in addition to those for its type. */
export function postMcp<T = McpBody>(
  app: TestApp,
  headers: Record<string, string>,
  body: unknown,
  path = MCP,
): Promise<Answer<T>> {
  return sendRaw<T>(app.url, {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends a request of the stateless protocol. */
export function sendMcp<T = McpBody>(
  app: TestApp,
  headers: Record<string, string>,
  method: string,
  params: Record<string, unknown> = {},
): Promise<Answer<T>> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return postMcp<T>(
    app,
    {
      'mcp-protocol-version': STATELESS_VERSION,
      'mcp-method': method,
      ...(typeof params.name === 'string' &&
        /^[\x21-\x7e]*$/.test(params.name) && { 'mcp-name': params.name }),
      ...headers,
    },
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  );
}

/** Calls a tool with a key. */
export function callTool(
  app: TestApp,
  key: string,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer<McpBody>> {
  return sendMcp(app, { apikey: key }, 'tools/call', { name, arguments: args });
}

/** Requests a token for the client with some of its scopes, separated by spaces. */
export async function accessToken(
  app: TestApp,
  { client_id, client_secret }: ClientCredentials,
  scope: string,
): Promise<string> {
  const form = `${GRANT}&${new URLSearchParams({ scope }).toString()}`;
  const { body } = await requestToken(app, form, basic(client_id, client_secret));
  return body.access_token;
}
