import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems, Compressed, CrossOrigin, Public, RoutineRoute } from '../../core/http/index.js';
import { RunsDto } from './runs.dto.js';
import { RunsService } from './runs.service.js';

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
