import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Configuration } from '../../core/config/index.js';
import { CrossOrigin, Endpoint, Public } from '../../core/http/index.js';
import { ProtectedResourceDto } from './mcp.dto.js';
import { MCP_HEADERS, MCP_PATH, RESOURCE_METADATA_PATH } from './resource-metadata.js';

/** Tells assistants which access tokens the MCP server accepts (RFC 9728). */
@ApiTags('Assistants')
@Controller(RESOURCE_METADATA_PATH)
export class ProtectedResourceController {
  constructor(private readonly configuration: Configuration) {}

  @Get()
  @CrossOrigin({ reads: MCP_HEADERS })
  @Public()
  @Header('cache-control', 'public, max-age=3600')
  @Endpoint({
    id: 'getProtectedResource',
    summary: 'Get the metadata of the MCP server',
    description:
      'Returns where programs get access tokens for `/mcp`, and which scopes its tools need (RFC 9728).',
  })
  @ApiOkResponse({ type: ProtectedResourceDto, description: 'The metadata.' })
  metadata(): ProtectedResourceDto {
    const { publicUrl } = this.configuration;
    return {
      resource: `${publicUrl}${MCP_PATH}`,
      authorization_servers: [publicUrl],
      scopes_supported: ['forecast:read', 'usage:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Weather Forecast Service',
      resource_documentation: `${publicUrl}/docs/assistants`,
    };
  }
}
