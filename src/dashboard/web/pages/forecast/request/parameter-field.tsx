import { ChoicesField } from '../../../ui/forms/choices-field.tsx';
import { SelectField, TextField } from '../../../ui/forms/fields.tsx';
import { type OpenApiDocument, type Parameter, resolve, type Schema } from '../../docs/document.ts';
import { Inline } from '../../docs/inline.tsx';

interface ParameterFieldProps {
  document: OpenApiDocument;
  parameter: Parameter;
  defaultValue?: string;
}

/** A field for a parameter, built from its schema. */
export function ParameterField({ document, parameter, defaultValue }: ParameterFieldProps) {
  const { name, description } = parameter;
  const schema = resolve(document, parameter.schema ?? {});
  const label = <span className="font-mono text-[0.8125rem]">{name}</span>;
  const constraints = constraintsOf(schema, description);
  const hint = (
    <>
      {description !== undefined && <Inline text={description} />}
      {constraints !== '' && <span className="block">{constraints}</span>}
    </>
  );
  if (schema.enum !== undefined)
    return (
      <SelectField name={name} label={label} hint={hint} defaultValue={defaultValue ?? ''}>
        <option value="">
          {schema.default === undefined ? 'Not set' : `Default: ${valueText(schema.default)}`}
        </option>
        {schema.enum.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
    );
  const choices = schema.items === undefined ? undefined : resolve(document, schema.items).enum;
  if (choices !== undefined)
    return (
      <ChoicesField
        name={name}
        label={label}
        hint={hint}
        choices={choices.map((value) => ({ value: String(value), label: String(value) }))}
      />
    );
  const example = parameter.example ?? schema.example;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={example === undefined ? undefined : valueText(example)}
      autoComplete="off"
      spellCheck={false}
      defaultValue={defaultValue}
    />
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Describes a schema's constraints: "-90 to 90", "at most 100 characters". */
function constraintsOf(schema: Schema, description = ''): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, ...others } = schema;
  const parts = [
    rangeText(minimum, maximum),
    rangeText(minLength, maxLength, 'characters'),
    rangeText(minItems, maxItems, 'entries'),
    others.format === 'date-time' ? 'for example 2027-01-31T06:00:00Z' : undefined,
    others.pattern === undefined ? undefined : `matches ${others.pattern}`,
    // A list of choices shows its default, and some descriptions mention it.
    others.default === undefined || others.enum !== undefined || description.includes('Default: ')
      ? undefined
      : `default: ${valueText(others.default)}`,
  ].filter((part) => part !== undefined);
  const text = parts.join('; ');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function rangeText(least: number | undefined, most: number | undefined, what?: string): string | undefined {
  const of = what === undefined ? '' : ` ${what}`;
  if (least !== undefined && most !== undefined) return `${least} to ${most}${of}`;
  if (most !== undefined) return `at most ${most}${of}`;
  // At least one entry or character needs no mention.
  if (least !== undefined && !(what !== undefined && least <= 1)) return `at least ${least}${of}`;
  return undefined;
}
