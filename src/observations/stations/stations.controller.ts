import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DatabaseClockService } from '../../core/database/index.js';
import { ApiProblems, Compressed, CrossOrigin } from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import {
  NearStationsDto,
  ObservationsQueryDto,
  StationObservationsDto,
  StationReportDto,
  StationsQueryDto,
} from './stations.dto.js';
import { StationsService } from './stations.service.js';

const MINUTE = 'private, max-age=60';

@ApiTags('Weather')
@Controller('v1/weather/stations')
export class StationsController {
  constructor(
    private readonly stations: StationsService,
    private readonly clock: DatabaseClockService,
  ) {}

  @CrossOrigin()
  @Compressed()
  @Get()
  @Header('cache-control', MINUTE)
  @ApiProblems('ambiguous_api_key', 'invalid_parameter')
  @RequiresApiKey('forecast:read')
  @ApiOperation({
    operationId: 'listStations',
    summary: 'List weather stations',
    description:
      'Returns at most 100 stations around a location, the nearest first, each with its latest report. The list is empty if the service reads no station reports.',
  })
  @ApiOkResponse({ type: NearStationsDto, description: 'The stations.' })
  list(@Query() query: StationsQueryDto): NearStationsDto {
    return this.stations.near(query, this.now());
  }

  @CrossOrigin()
  @Get(':stationId')
  @Header('cache-control', MINUTE)
  @ApiProblems('ambiguous_api_key', 'invalid_parameter', 'not_found')
  @RequiresApiKey('forecast:read')
  @ApiOperation({
    operationId: 'getStation',
    summary: 'Get a weather station',
    description: 'Returns a station with its latest report.',
  })
  @ApiOkResponse({ type: StationReportDto, description: 'The station.' })
  get(@Param('stationId') id: string): StationReportDto {
    return this.stations.one(id, this.now());
  }

  @CrossOrigin()
  @Compressed()
  @Get(':stationId/observations')
  @Header('cache-control', MINUTE)
  @ApiProblems('ambiguous_api_key', 'invalid_parameter', 'not_found')
  @RequiresApiKey('forecast:read')
  @ApiOperation({
    operationId: 'listObservations',
    summary: "List a station's reports",
    description: 'Returns the reports of a station, the oldest first. They are kept for 7 days.',
  })
  @ApiOkResponse({ type: StationObservationsDto, description: 'The reports.' })
  history(
    @Param('stationId') id: string,
    @Query() query: ObservationsQueryDto,
  ): Promise<StationObservationsDto> {
    return this.stations.history(id, query, this.now());
  }

  private now(): Date {
    return new Date(this.clock.nowMs());
  }
}
