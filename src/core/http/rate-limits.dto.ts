import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import type { RateLimits } from '../config/configuration.js';

function IsLimit(): PropertyDecorator {
  const message = '$property must be a whole number from 1 to 999999999, or null';
  return (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property);
    IsInt({ message })(target, property);
    Min(1, { message })(target, property);
    Max(999_999_999, { message })(target, property);
    ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: 999_999_999 })(
      target,
      property,
    );
  };
}

@ApiSchema({
  name: 'RateLimitsInput',
  description: 'An omitted window takes the default; null means no limit.',
})
export class RateLimitsInputDto {
  @IsLimit()
  second?: number | null;

  @IsLimit()
  minute?: number | null;

  @IsLimit()
  hour?: number | null;

  @IsLimit()
  day?: number | null;
}

@ApiSchema({
  name: 'RateLimits',
  description:
    'Second and minute count requests; hour and day count units, one per 10,000 values of a response, rounded up. Null means no limit.',
})
export class RateLimitsDto {
  @ApiProperty({ type: 'integer', nullable: true, example: 10 })
  second!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 300 })
  minute!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 5000 })
  hour!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 50_000, description: 'The UTC day.' })
  day!: number | null;
}

/** Returns the windows in a fixed order, since stored limits have the order of the database. */
export function toRateLimitsDto({ second, minute, hour, day }: RateLimits): RateLimitsDto {
  return { second, minute, hour, day };
}

/** Returns the windows that a request sets. Omitted members are undefined in the validated body. */
export function givenLimits(asked: Partial<RateLimits>): Partial<RateLimits> {
  return Object.fromEntries(Object.entries(asked).filter(([, limit]) => limit !== undefined));
}
