import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ScopeName } from '../../core/features/index.js';
import { DECLARED_BY_FEATURES } from '../../core/http/index.js';

const ID = { oneOf: [{ type: 'string' }, { type: 'number' }] };
const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;

/** A JSON-RPC 2.0 request or notification of the Model Context Protocol. */
@ApiSchema({ name: 'McpMessage' })
export class McpMessageDto {
  @ApiProperty({ type: 'string', enum: ['2.0'] })
  jsonrpc!: '2.0';
  @ApiPropertyOptional({ ...ID, description: 'Absent in notifications.' })
  id?: string | number;
  method!: string;
  @ApiPropertyOptional(ANY_OBJECT)
  params?: Record<string, unknown>;
}

/** A JSON-RPC 2.0 response: a result or an error. */
@ApiSchema({ name: 'McpResponse' })
export class McpResponseDto {
  @ApiProperty({ type: 'string', enum: ['2.0'] })
  jsonrpc!: '2.0';
  @ApiPropertyOptional({ ...ID, nullable: true })
  id?: string | number | null;
  @ApiPropertyOptional(ANY_OBJECT)
  result?: Record<string, unknown>;
  @ApiPropertyOptional(ANY_OBJECT)
  error?: Record<string, unknown>;
}

@ApiSchema({ name: 'McpErrorObject' })
export class McpErrorObjectDto {
  /** By JSON-RPC 2.0. */
  @ApiProperty({ type: 'integer' })
  code!: number;
  /** What is wrong. */
  message!: string;
  @ApiPropertyOptional({ ...ANY_OBJECT, description: 'The error as other routes return it.' })
  data?: Record<string, unknown>;
}

/** A JSON-RPC 2.0 error for a request that was refused. */
@ApiSchema({ name: 'McpError' })
export class McpErrorDto {
  @ApiProperty({ type: 'string', enum: ['2.0'] })
  jsonrpc!: '2.0';
  @ApiPropertyOptional({ ...ID, nullable: true })
  id?: string | number | null;
  error!: McpErrorObjectDto;
}

/** As RFC 9728 has it. */
@ApiSchema({ name: 'ProtectedResource' })
export class ProtectedResourceDto {
  resource!: string;
  authorization_servers!: string[];
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'ScopeName', isArray: true })
  scopes_supported!: ScopeName[];
  bearer_methods_supported!: string[];
  resource_name!: string;
  resource_documentation!: string;
}
