import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { DatabaseClockService } from '../../core/database/index.js';
import { Compressed, CrossOrigin, Endpoint } from '../../core/http/index.js';
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
  @RequiresApiKey('forecast:read')
  @Endpoint({
    id: 'listStations',
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
  @RequiresApiKey('forecast:read')
  @Endpoint({
    id: 'getStation',
    summary: 'Get a weather station',
    description: 'Returns a station with its latest report.',
    problems: ['not_found'],
  })
  @ApiOkResponse({ type: StationReportDto, description: 'The station.' })
  get(@Param('stationId') id: string): StationReportDto {
    return this.stations.one(id, this.now());
  }

  @CrossOrigin()
  @Compressed()
  @Get(':stationId/observations')
  @Header('cache-control', MINUTE)
  @RequiresApiKey('forecast:read')
  @Endpoint({
    id: 'listObservations',
    summary: "List a station's reports",
    description: 'Returns the reports of a station, the oldest first. They are kept for 7 days.',
    problems: ['not_found'],
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
