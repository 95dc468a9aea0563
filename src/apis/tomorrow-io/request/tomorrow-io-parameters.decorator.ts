import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { PARAMETERS, type Shape } from './tomorrow-io-parameters.js';

type Schema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

/** Documents the query parameters of a route. */
export const TomorrowIoParameters = (shape: Shape) =>
  applyDecorators(
    ...Object.entries(PARAMETERS[shape]).map(([name, { schema, description, required = false }]) =>
      ApiQuery({ name, required, schema: schema as Schema, description }),
    ),
  );

/** Documents the same parameters as members of a JSON body. */
export const TomorrowIoBody = () =>
  ApiBody({
    schema: {
      type: 'object',
      required: Object.keys(PARAMETERS.timelines).filter((name) => PARAMETERS.timelines[name].required),
      additionalProperties: true,
      properties: Object.fromEntries(
        Object.entries(PARAMETERS.timelines).map(([name, { schema, description, inBody }]) => [
          name,
          { ...(inBody ? { anyOf: [schema, inBody] } : schema), description },
        ]),
      ),
    } as Schema,
  });
