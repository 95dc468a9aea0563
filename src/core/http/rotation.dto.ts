import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { OmittableOrNull } from './validation/text.validators.js';

const LONGEST_OVERLAP_S = 604_800;
const MESSAGE = `overlap_seconds must be a whole number from 0 to ${LONGEST_OVERLAP_S}`;

/** How a secret or a key is replaced. */
@ApiSchema({ name: 'Rotation' })
export class OverlapDto {
  /** How long the old one keeps working; at most a week. */
  @ApiPropertyOptional({ type: 'integer' })
  @OmittableOrNull()
  @IsInt({ message: MESSAGE })
  @Min(0, { message: MESSAGE })
  @Max(LONGEST_OVERLAP_S, { message: MESSAGE })
  overlap_seconds?: number = 0;
}
