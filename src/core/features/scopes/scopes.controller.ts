import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../http/access/access.decorator.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { CLIENT_HOLDERS, FeatureSet } from '../feature-set.js';
import { ScopesDto, ScopesQueryDto } from './scopes.dto.js';

@ApiTags('Clients')
@Controller('v1/scopes')
@Public()
export class ScopesController {
  constructor(private readonly features: FeatureSet) {}

  @Get()
  @Endpoint({
    id: 'listScopes',
    summary: 'List scopes',
    description:
      'Returns every scope of clients and API keys, who can use it, and whether new clients have it. An API key can have the scopes of its client that keys can use. With `holder=token`, returns the scopes of personal access tokens.',
  })
  list(@Query() { holder }: ScopesQueryDto): ScopesDto {
    const asked = holder ? [holder] : CLIENT_HOLDERS;
    return {
      data: this.features.scopes
        .map(({ holders, ...scope }) => ({ ...scope, holders: holders.filter((one) => asked.includes(one)) }))
        .filter(({ holders }) => holders.length > 0)
        .map(({ name, title, holders, byDefault }) => ({ name, title, holders, by_default: byDefault })),
    };
  }
}
