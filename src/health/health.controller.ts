import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/access/access.decorator.js';
import { toInstant } from '../common/instant.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { LivenessDto, type NewestRunDto, ReadinessDto } from './health.dto.js';

@ApiTags('Health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly catalogue: RunCatalogue,
  ) {}

  @Get('live')
  @Header('cache-control', 'no-store')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process answers' })
  live(): LivenessDto {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('cache-control', 'no-store')
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether the service can serve' })
  @ApiResponse({ status: 503, type: ReadinessDto, description: 'The database does not answer.' })
  async ready(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReadinessDto> {
    const database = await this.databaseStatus(request);
    if (database === 'unavailable') reply.status(503);
    return { status: database, database, newest_run: this.newestRun() };
  }

  private async databaseStatus(request: FastifyRequest): Promise<'ready' | 'unavailable'> {
    try {
      await this.entityManager.fork().execute('select 1');
      return 'ready';
    } catch (error) {
      request.log.warn({ err: error }, 'The database does not answer');
      return 'unavailable';
    }
  }

  private newestRun(): NewestRunDto | null {
    const [newest] = this.catalogue.runs();
    if (!newest) return null;
    return {
      model: newest.manifest.model,
      run: toInstant(newest.run),
      published_at: toInstant(newest.publishedAt),
    };
  }
}
