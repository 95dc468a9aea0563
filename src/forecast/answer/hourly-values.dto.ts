import { ApiSchema } from '@nestjs/swagger';

const EXACTLY =
  "The requested metrics. A value that the source doesn't have is null, and a warning says why.";

/** `documentMetrics` adds the properties from the metric catalog. */
@ApiSchema({ name: 'HourlyValues', description: EXACTLY })
export class HourlyValuesDto {}

@ApiSchema({
  name: 'MinutelyValues',
  description: `${EXACTLY} Interpolated between hours. Amounts, probabilities and codes are those of the hour.`,
})
export class MinutelyValuesDto {}
