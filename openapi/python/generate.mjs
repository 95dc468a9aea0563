// Writes what the client takes from the OpenAPI document: its types, and a method for each operation.
import { readFileSync, writeFileSync } from 'node:fs';

const { paths, components } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

const PYTHON_KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const PRIMITIVES = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const JSON_TYPE = 'application/json';

write('types.py', pythonTypes());
write('operations.py', pythonOperations());

function write(name, text) {
  writeFileSync(new URL(`src/weather_forecast/${name}`, import.meta.url), text);
}

function pythonTypes() {
  const types = Object.entries(components.schemas).map(([name, schema]) => pythonType(name, schema));
  return `"""What the service takes and returns. Written by openapi/python/generate.mjs: don't change it by hand."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, Required, TypedDict, Union

${types.join('\n\n')}
`;
}

function pythonType(name, schema) {
  if (!schema.properties) return `${name} = ${aliasOf(schema)}\n`;
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties).map(([member, value]) => [
    member,
    `${required.has(member) ? 'Required' : 'NotRequired'}[${typeOf(value)}]`,
  ]);
  if (!members.every(([member]) => isName(member)))
    return `${name} = TypedDict(${quote(name)}, {\n${members.map(([member, type]) => `    ${quote(member)}: ${quote(type)},`).join('\n')}\n})\n`;
  const lines = members.map(([member, type]) => `    ${member}: ${type}`);
  return `class ${name}(TypedDict, total=False):\n${docstring(schema.description, 4)}${lines.join('\n') || '    pass'}\n`;
}

/** Types are defined in any order, so aliases quote the names of other types. */
function aliasOf(schema) {
  return typeOf(schema, quote);
}

function typeOf(schema, named = (name) => name) {
  const of = (other) => typeOf(other, named);
  if (schema === undefined || schema === true) return 'Any';
  if (schema.$ref) return named(schema.$ref.split('/').at(-1));
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return union(either.map(of));
  if (schema.allOf) return schema.allOf.length === 1 ? of(schema.allOf[0]) : 'Dict[str, Any]';
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => of({ ...schema, type })));
  if (schema.type === 'array') return `List[${of(schema.items)}]`;
  if (schema.type === 'object')
    return typeof schema.additionalProperties === 'object' && !schema.properties
      ? `Dict[str, ${of(schema.additionalProperties)}]`
      : 'Dict[str, Any]';
  return PRIMITIVES[schema.type] ?? 'Any';
}

function union(types) {
  const different = [...new Set(types)];
  return different.length === 1 ? different[0] : `Union[${different.join(', ')}]`;
}

function literal(value) {
  return value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : quote(value);
}

function pythonOperations() {
  return `"""The operations of the service. Written by openapi/python/generate.mjs: don't change it by hand."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from . import types
from .transport import Transport


class Operations(Transport):
    """A method for each operation. All raise WeatherError for a response that is an error."""

${operations.filter(isAnswered).map(pythonOperation).join('\n')}`;
}

function pythonOperation({ operationId, method, path, summary, parameters = [], requestBody, responses }) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const typed = (schema) => typeOf(schema, (name) => `types.${name}`);
  const hasBody = requestBody?.content?.[JSON_TYPE] !== undefined;
  const body = hasBody ? [`body: ${typed(requestBody.content[JSON_TYPE].schema)}`] : [];
  const accept = acceptedOf(responses);
  const required = inQuery.filter((parameter) => parameter.required);
  const optional = inQuery.filter((parameter) => !parameter.required);
  const named = [
    ...required.map(({ name, schema }) => `${argument(name)}: ${typed(schema)}`),
    ...optional.map(({ name, schema }) => `${argument(name)}: Optional[${typed(schema)}] = None`),
  ];
  const all = [
    'self',
    ...inPath.map(({ name }) => `${argument(name)}: str`),
    ...body,
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const call = [
    quote(method.toUpperCase()),
    inPath.length > 0
      ? `self.path(${[quote(path), ...inPath.map(({ name }) => `${name}=${argument(name)}`)].join(', ')})`
      : quote(path),
    ...(inQuery.length > 0
      ? [`query={${inQuery.map(({ name }) => `${quote(name)}: ${argument(name)}`).join(', ')}}`]
      : []),
    ...(hasBody ? ['body=body'] : []),
    ...(accept === JSON_TYPE ? [] : [`accept=${quote(accept)}`]),
  ];
  return `    def ${snakeCase(operationId)}(
${all.map((each) => `        ${each},`).join('\n')}
    ) -> ${answerOf(responses, typed)}:
${docstring(`${summary}.`, 8)}        return self.request(
${call.map((each) => `            ${each},`).join('\n')}
        )
`;
}

/** Whether responses end, unlike event streams. */
function isAnswered({ responses }) {
  return acceptedOf(responses) !== 'text/event-stream';
}

function succeeded(responses) {
  return Object.entries(responses).filter(([status]) => status.startsWith('2'));
}

/** Returns JSON, or the first format if JSON isn't among them. */
function acceptedOf(responses) {
  const types = succeeded(responses).flatMap(([, { content = {} }]) => Object.keys(content));
  return types.length === 0 || types.includes(JSON_TYPE) ? JSON_TYPE : types[0];
}

function answerOf(responses, typed) {
  const types = succeeded(responses).map(([, { content }]) =>
    content === undefined ? 'None' : content[JSON_TYPE] ? typed(content[JSON_TYPE].schema) : 'Any',
  );
  return types.length === 0 ? 'Any' : union(types);
}

function docstring(text, indent) {
  if (!text) return '';
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  return `${' '.repeat(indent)}"""${line.endsWith('"') ? `${line} ` : line}"""\n\n`;
}

function isName(name) {
  return IDENTIFIER.test(name) && !PYTHON_KEYWORDS.has(name);
}

/** Turns a parameter's name into a valid name of a Python argument. */
function argument(name) {
  const word = name.replaceAll(/\W/g, '_');
  return isName(word) ? word : `${word}_`;
}

function snakeCase(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function quote(value) {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value);
}
