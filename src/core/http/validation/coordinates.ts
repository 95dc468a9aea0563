import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Max, Min } from 'class-validator';

/** JSON Schemas of a point's coordinates, in degrees north and east. */
export const LATITUDE = { type: 'number', minimum: -90, maximum: 90, example: 42.3478 } as const;
export const LONGITUDE = { type: 'number', minimum: -180, maximum: 180, example: -71.0466 } as const;

/** Declares a query parameter that is a plain decimal number within bounds. */
export function IsDegrees(schema: typeof LATITUDE | typeof LONGITUDE): PropertyDecorator {
  const { minimum, maximum, example } = schema;
  const message = ({ property, value }: { property: string; value: unknown }) =>
    typeof value === 'number'
      ? `"${property}" must be between ${minimum} and ${maximum}`
      : `${property} must be a plain decimal from ${minimum} to ${maximum}, such as ${example}`;
  return (target, name) => {
    ApiProperty(schema)(target, name);
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    )(target, name);
    Min(minimum, { message })(target, name);
    Max(maximum, { message })(target, name);
  };
}
