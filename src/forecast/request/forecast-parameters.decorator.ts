import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiProperty, ApiQuery } from '@nestjs/swagger';
import { type ParameterName, PARAMETERS } from './parameters.js';

type ApiQuerySchema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

const described = Object.entries(PARAMETERS).map(([name, parameter]) => ({
  name,
  ...parameter,
}));

/** Documents the query parameters of a forecast request, or some of them. */
export const ForecastParameters = (names: readonly string[] = Object.keys(PARAMETERS)) =>
  applyDecorators(
    ...described
      .filter(({ name }) => names.includes(name))
      .map(({ name, schema, inQuery }) =>
        ApiQuery({
          name,
          required: false,
          ...('type' in schema && schema.type === 'array' && { style: 'form', explode: false }),
          schema: ('enumName' in schema
            ? { $ref: `#/components/schemas/${schema.enumName}` }
            : schema) as ApiQuerySchema,
          description: inQuery,
        }),
      ),
    FreshnessConditions(),
  );

/** Documents the request headers by which a client states what it already has. */
export const FreshnessConditions = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      schema: { type: 'string' },
      description: 'The `ETag` of a response you already have. Returns 304 while it is current.',
    }),
    ApiHeader({
      name: 'If-Modified-Since',
      required: false,
      schema: { type: 'string' },
      description: 'The `Last-Modified` of a response you already have. `If-None-Match` takes precedence.',
    }),
  );

/** Documents the body member with the name of a parameter. */
export function ForecastParameter(): (target: object, name: ParameterName) => void {
  return (target, name) => {
    const { schema, inBody } = described.find((parameter) => parameter.name === name)!;
    const ofBody: Partial<Record<string, unknown>> = { ...schema };
    delete ofBody.default;
    ApiProperty({ ...ofBody, required: false, description: inBody })(target, name);
  };
}
