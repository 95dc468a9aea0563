import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../core/http/access/access.decorator.js';
import { Compressed } from '../../core/http/coding/compressed.decorator.js';
import { CrossOrigin } from '../../core/http/cross-origin.decorator.js';
import { ApiProblems } from '../../core/http/problems/api-problems.decorator.js';
import { RunsDto } from './runs.dto.js';
import { RunsService } from './runs.service.js';
import { RoutineRoute } from '../../core/http/routine-route.decorator.js';

@ApiTags('Weather')
@Controller('v1/weather')
@Public()
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @RoutineRoute()
  @CrossOrigin()
  @Compressed('everybody')
  @Get('runs')
  @ApiProblems('invalid_parameter', 'too_many_attempts')
  @ApiOperation({
    operationId: 'listRuns',
    summary: 'List model runs',
    description:
      'Returns the stored model runs with their age, when the next run of each model is expected, and the state of the ingest: when it checks for a run, and the progress of a download.',
  })
  list(): RunsDto {
    return this.runs.list(new Date());
  }
}
