import { ApiSchema, PickType } from '@nestjs/swagger';
import { ModelScheduleDto } from './runs.dto.js';

@ApiSchema({ name: 'ModelStatus' })
export class ModelStatusDto extends PickType(ModelScheduleDto, [
  'model',
  'title',
  'newestRun',
  'nextRunExpectedAt',
  'state',
]) {}

@ApiSchema({ name: 'Status' })
export class StatusDto {
  /** The models in use, in order of preference. */
  data!: ModelStatusDto[];
}
