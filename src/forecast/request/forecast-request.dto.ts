import { ApiSchema } from '@nestjs/swagger';
import { ForecastParameter } from './forecast-parameters.decorator.js';

/** Documents the body of a forecast request; `forecast-query.ts` checks it. */
@ApiSchema({
  name: 'ForecastRequest',
  description: 'The parameters of GET /v1/weather/forecast, which describes them, as a JSON object.',
})
export class ForecastRequestDto {
  @ForecastParameter() lat?: number;
  @ForecastParameter() lon?: number;
  @ForecastParameter() place?: string;
  @ForecastParameter() fields?: string[];
  @ForecastParameter() timelines?: string[];
  @ForecastParameter() timezone?: string;
  @ForecastParameter() units?: string;
  @ForecastParameter() startTime?: string;
  @ForecastParameter() endTime?: string;
  @ForecastParameter() source?: string;
  @ForecastParameter() correction?: string;
  @ForecastParameter() elevation?: number;
}
