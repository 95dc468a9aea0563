import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Compressed, CrossOrigin, Endpoint, Public, RoutineRoute } from '../../core/http/index.js';
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
  @Endpoint({
    id: 'listRuns',
    summary: 'List model runs',
    description:
      'Returns the stored model runs with their age, when the next run of each model is expected, and the state of the ingest: when it checks for a run, and the progress of a download.',
  })
  list(): RunsDto {
    return this.runs.list(new Date());
  }
}
