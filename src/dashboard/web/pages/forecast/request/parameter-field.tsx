import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT, SelectField, TextField } from '../../../ui/forms/fields.tsx';
import { useFault } from '../../../ui/forms/form.tsx';
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

interface Choice {
  value: string;
  label: ReactNode;
  /** Searched in addition to the value. */
  words?: string;
}

interface ChoicesFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  choices: Choice[];
}

/** Lists with more choices get a search field. */
const FEW = 8;

const comparable = (text: string) => text.normalize().toLowerCase();

/** A list of check boxes, searchable if long. Checked choices stay checked while the search hides them. */
export function ChoicesField({ name, label, hint, choices }: ChoicesFieldProps) {
  const id = useId();
  const fault = useFault(name);
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [checked, setChecked] = useState<string[]>([]);
  const wanted = comparable(words.trim());
  const isShown = ({ value, words = '' }: Choice) => comparable(`${value} ${words}`).includes(wanted);
  const shown = choices.filter(isShown);
  const clear = () => {
    for (const box of list.current!.querySelectorAll<HTMLInputElement>('input:checked')) box.click();
  };
  return (
    <fieldset className="min-w-0 space-y-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 font-medium">
        {label}{' '}
        <span className="font-normal text-muted">
          ({checked.length} of {choices.length})
        </span>
      </legend>
      <div className="rounded-md border border-line-strong bg-surface">
        {choices.length > FEW && (
          <div className="flex gap-2 border-b border-line p-2">
            <input
              type="search"
              aria-label={`Search in ${name}`}
              placeholder="Search"
              className={INPUT}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              // Enter would submit the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <Button isSmall disabled={checked.length === 0} onClick={clear}>
              Clear
            </Button>
          </div>
        )}
        <div ref={list} className="grid max-h-56 gap-x-4 overflow-y-auto p-2 sm:grid-cols-2">
          {choices.map((choice) => (
            <label
              key={choice.value}
              className="flex gap-2.5 rounded px-1.5 py-1 hover:bg-sunken"
              hidden={!isShown(choice)}
            >
              <input
                type="checkbox"
                name={name}
                value={choice.value}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                onChange={({ target }) =>
                  setChecked((before) =>
                    target.checked
                      ? [...before, choice.value]
                      : before.filter((value) => value !== choice.value),
                  )
                }
              />
              <span className="min-w-0 wrap-anywhere">{choice.label}</span>
            </label>
          ))}
          {shown.length === 0 && <p className="px-1.5 py-1 text-muted">No results for “{words.trim()}”.</p>}
        </div>
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </div>
      )}
      {fault !== undefined && (
        <p className="text-[0.8125rem] font-medium text-danger wrap-anywhere">{fault}</p>
      )}
    </fieldset>
  );
}
