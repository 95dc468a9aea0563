import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { PARAMETERS, REQUIRED } from './open-meteo-parameters.js';

type Schema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

const described = Object.entries(PARAMETERS).map(([name, { schema, description }]) => ({
  name,
  schema: schema,
  description,
  required: (REQUIRED as readonly string[]).includes(name),
}));

/** Documents the query parameters of Open-Meteo's forecast. */
export const OpenMeteoParameters = () =>
  applyDecorators(...described.map((parameter) => ApiQuery(parameter)));

/** The same as members of a JSON object. */
export const OpenMeteoBody = () =>
  ApiBody({
    schema: {
      type: 'object',
      required: [...REQUIRED],
      additionalProperties: true,
      properties: Object.fromEntries(
        described.map(({ name, schema, description }) => [
          name,
          {
            anyOf: [schema, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }],
            description,
          },
        ]),
      ),
    } as Schema,
  });
