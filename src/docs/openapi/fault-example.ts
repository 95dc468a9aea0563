import type { OpenAPIObject } from '@nestjs/swagger';
import { type RequestFault, unknownName } from '../../core/http/index.js';
import type {
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  SchemaObject,
} from './openapi.types.js';

type Schema = SchemaObject | ReferenceObject;

/** A parameter that people expect on every route, and that routes without parameters reject. */
const UNKNOWN_PARAMETER = 'limit';

/** Returns the service's error for an invalid value of one of the operation's members or parameters. */
export function faultExample(document: OpenAPIObject, operation: OperationObject): RequestFault {
  const body = (operation.requestBody as RequestBodyObject | undefined)?.content['application/json']?.schema;
  if (body !== undefined) {
    const { properties = {}, required = [] } = resolve(document, body);
    const names = [...new Set([...required, ...Object.keys(properties)])];
    for (const name of names) {
      const detail = detailOf(document, name, properties[name]);
      if (detail !== undefined) return { pointer: `/${name}`, detail };
    }
    const nested = names.find((name) => resolve(document, properties[name]).type === 'object');
    if (nested !== undefined) return { pointer: `/${nested}`, detail: `${nested} must be an object.` };
  }
  for (const { name, in: place, schema } of (operation.parameters ?? []) as ParameterObject[]) {
    const detail = place === 'query' && schema ? detailOf(document, name, schema) : undefined;
    if (detail !== undefined) return { parameter: name, detail };
  }
  return { parameter: UNKNOWN_PARAMETER, detail: unknownName('parameter', UNKNOWN_PARAMETER) };
}

function detailOf(document: OpenAPIObject, name: string, given: Schema): string | undefined {
  const schema = resolve(document, given);
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems, items } = schema;
  const types: readonly unknown[] = [schema.type].flat();
  if (schema.enum) return `${name} must be one of ${schema.enum.join(', ')}.`;
  if (maxLength !== undefined) return `${name} must be text of ${minLength} to ${maxLength} characters.`;
  if (types.includes('integer') && maximum !== undefined)
    return `${name} must be a whole number from ${minimum} to ${maximum}.`;
  if (types.includes('number') && maximum !== undefined)
    return `"${name}" must be between ${minimum} and ${maximum}.`;
  if (items && maxItems !== undefined)
    return `"${name}" must be an array of ${minItems} to ${maxItems} objects.`;
  return undefined;
}

function resolve(document: OpenAPIObject, schema: Schema): SchemaObject {
  if (!('$ref' in schema)) return schema;
  return resolve(document, document.components!.schemas![schema.$ref.split('/').at(-1)!]);
}
