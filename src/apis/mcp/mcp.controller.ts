import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CrossOrigin, Endpoint, WritesProblemsAs, usesBearer } from '../../core/http/index.js';
import { RequiresKeyInHeader } from '../../usage/index.js';
import { MCP_PROBLEMS } from './mcp-problems.js';
import { McpErrorDto, McpMessageDto, McpResponseDto } from './mcp.dto.js';
import { McpRequestGuard } from './mcp-request.guard.js';
import { McpService } from './mcp.service.js';
import { MCP_HEADERS, MCP_PATH } from './resource-metadata.js';

/** The Model Context Protocol over streamable HTTP, in both the older and the newer form, without sessions. */
@ApiTags('Assistants')
@ApiExtraModels(McpResponseDto)
@Controller(MCP_PATH)
@UseGuards(McpRequestGuard)
export class McpController {
  constructor(private readonly service: McpService) {}

  @Post()
  @CrossOrigin({ reads: MCP_HEADERS, exposes: ['WWW-Authenticate'], isListedOnly: true })
  @HttpCode(200)
  @WritesProblemsAs(MCP_PROBLEMS)
  @Endpoint({
    id: 'sendMcpMessage',
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Lets AI assistants get forecasts with tools, over streamable HTTP. Accepts one JSON-RPC message per request. A tool call costs the same as on the other routes; other messages cost no units, and count toward the second and minute limits.',
    problems: [
      { forbidden: 'The API key is not allowed from this IP address, or the page is of another site.' },
    ],
  })
  @RequiresKeyInHeader('forecast:read', McpService)
  @ApiBody({ type: McpMessageDto })
  @ApiOkResponse({
    description: 'The response to a request, as JSON or as a stream with one event.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(McpResponseDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 202, description: 'A notification has arrived.' })
  @ApiResponse({ status: 404, type: McpErrorDto, description: 'The method does not exist.' })
  @ApiResponse({ status: 406, type: McpErrorDto, description: '`Accept` lacks a format of the protocol.' })
  async message(
    @Body() message: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, contentType, body, units, point } = await this.service.answer(message, request.headers, {
      principal: request.principal!,
      hasToken: usesBearer(request),
    });
    request.usedUnits = units;
    request.meteredPoint = point;
    if (contentType !== null) reply.header('content-type', contentType);
    reply.status(status).send(body);
  }
}
