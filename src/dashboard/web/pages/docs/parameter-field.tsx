import { SelectField, TextField } from '../../ui/forms/fields.tsx';
import { ChoicesField } from '../../ui/forms/choices-field.tsx';
import { constraintsOf } from './constraints.ts';
import type { OpenApiDocument, Parameter } from './document.ts';
import { FIRST_VALUES } from './operation-request.ts';
import { Inline } from './prose.tsx';
import { resolve, valueText } from './schemas.ts';

interface ParameterFieldProps {
  document: OpenApiDocument;
  parameter: Parameter;
  /** Overrides the initial value of a required parameter. */
  defaultValue?: string;
}

/** A field for a parameter, built from its schema. */
export function ParameterField({ document, parameter, defaultValue }: ParameterFieldProps) {
  const { name, required = false, description } = parameter;
  const schema = resolve(document, parameter.schema);
  const label = (
    <>
      <span className="font-mono text-[0.8125rem]">{name}</span>
      {required && <span className="font-normal text-muted"> (required)</span>}
    </>
  );
  const constraints = constraintsOf(document, parameter.schema, description);
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
      required={required}
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={example === undefined ? undefined : valueText(example)}
      autoComplete="off"
      spellCheck={false}
      defaultValue={defaultValue ?? FIRST_VALUES[name]}
    />
  );
}
