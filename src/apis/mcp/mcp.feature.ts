import { defineFeature } from '../../core/features/index.js';
import { McpModule } from './mcp.module.js';

const examples = {
  McpMessage: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_forecast', arguments: { place: 'Warsaw', fields: ['temperature'], hours: 2 } },
  },
  McpResponse: {
    jsonrpc: '2.0',
    id: 1,
    result: {
      content: [{ type: 'text', text: 'Forecast for Warsaw, Mazovia, PL (52.2298, 21.0118), hourly …' }],
    },
  },
  'McpError.id': null,
  'McpErrorObject.code': -32000,
  'McpErrorObject.message': 'Send an API key or an access token.',
  'McpErrorObject.data': { code: 'missing_api_key', status: 401 },
  'ProtectedResource.resource': 'https://weather.example/mcp',
  'ProtectedResource.authorization_servers': ['https://weather.example'],
  'ProtectedResource.scopes_supported': ['forecast:read', 'usage:read'],
  'ProtectedResource.bearer_methods_supported': ['header'],
  'ProtectedResource.resource_name': 'Weather Forecast Service',
  'ProtectedResource.resource_documentation': 'https://weather.example/docs/assistants',
};

export const MCP_FEATURE = defineFeature({
  name: 'mcp',
  module: McpModule,
  examples,
  tags: [
    {
      name: 'Assistants',
      description: 'Forecasts for AI assistants, by the Model Context Protocol (MCP).',
    },
  ],
});
