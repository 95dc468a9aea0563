import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/access/access.decorator.js';
import { ApiProblems } from '../http/problems/api-problems.decorator.js';
import { FeatureSet } from '../features/feature-set.js';
import { ScopesDto } from './scopes.dto.js';

@ApiTags('Clients')
@Controller('v1/scopes')
@Public()
export class ScopesController {
  constructor(private readonly features: FeatureSet) {}

  @Get()
  @ApiProblems('invalid_parameter', 'too_many_attempts')
  @ApiOperation({
    operationId: 'listScopes',
    summary: 'List scopes',
    description:
      'Returns every scope, who can use it, and whether new clients have it. An API key can have the scopes of its client that keys can use.',
  })
  list(): ScopesDto {
    return {
      data: this.features.scopes.map(({ name, title, holders, byDefault }) => ({
        name,
        title,
        holders: [...holders],
        by_default: byDefault,
      })),
    };
  }
}
