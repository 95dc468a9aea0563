import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed, CrossOrigin, Endpoint, Public, RoutineRoute } from '../../core/http/index.js';
import { MetricCatalogue } from '../../weather/metrics/index.js';
import { CODE_CATALOGUE, fieldsOf } from './catalogue.js';
import { FieldsDto, WeatherCodesDto } from './catalogue.dto.js';

/** Changes only when a new version of the service is deployed. */
const HOUR = 'public, max-age=3600';

@ApiTags('Weather')
@Controller('v1/weather')
@Public()
export class CatalogueController {
  private readonly catalogue: FieldsDto;

  constructor(metrics: MetricCatalogue) {
    this.catalogue = fieldsOf(metrics);
  }

  @RoutineRoute()
  @CrossOrigin()
  @Compressed('everybody')
  @Get('fields')
  @Header('cache-control', HOUR)
  @Endpoint({
    id: 'listFields',
    summary: 'List metrics',
    description:
      'Returns every metric with its title, units, precision and the names of its daily values. Use it to label charts and tables.',
  })
  @ApiOkResponse({ type: FieldsDto, description: 'The metrics.' })
  fields(): FieldsDto {
    return this.catalogue;
  }

  @RoutineRoute()
  @CrossOrigin()
  @Compressed('everybody')
  @Get('codes')
  @Header('cache-control', HOUR)
  @Endpoint({
    id: 'listWeatherCodes',
    summary: 'List weather codes',
    description: 'Returns every value of `weatherCode` with its name and severity rank.',
  })
  @ApiOkResponse({ type: WeatherCodesDto, description: 'The codes.' })
  codes(): WeatherCodesDto {
    return CODE_CATALOGUE;
  }
}
