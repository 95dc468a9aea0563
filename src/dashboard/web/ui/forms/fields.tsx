import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { CopyButton } from '../copy-button.tsx';
import { useFault } from './form.tsx';

export const INPUT =
  'block min-h-9 w-full rounded-md border border-line-strong bg-surface px-3 py-1.5 text-text placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger';

interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
}

interface ControlProps {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  'aria-errormessage'?: string;
}

/** Links a label, a control, its hint and its error message, for screen readers. */
function Field({
  name,
  label,
  hint,
  isOptional,
  children,
}: FieldProps & { isOptional: boolean; children: (props: ControlProps) => ReactNode }) {
  const id = useId();
  const fault = useFault(name);
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(
    Boolean,
  );
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium">
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': fault === undefined ? undefined : true,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </div>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="text-[0.8125rem] font-medium text-danger wrap-anywhere">
          {fault}
        </p>
      )}
    </div>
  );
}

export function TextField({
  name,
  label,
  hint,
  className,
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  return (
    <Field name={name} label={label} hint={hint} isOptional={!props.required}>
      {(control) => <input {...props} {...control} className={classNames(INPUT, className)} />}
    </Field>
  );
}

type TextFieldProps = Partial<ComponentProps<typeof TextField>>;

/** The name of something that the user creates. */
export function NameField(props: TextFieldProps) {
  return <TextField name="name" label="Name" maxLength={100} autoComplete="off" required {...props} />;
}

/** Asks for the user's own password. */
export function PasswordField(props: TextFieldProps) {
  return (
    <TextField
      name="password"
      label="Password"
      type="password"
      autoComplete="current-password"
      required
      {...props}
    />
  );
}

export function NewPasswordField(props: TextFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint="At least 8 characters. Common passwords are rejected."
      {...props}
    />
  );
}

export function TextAreaField({
  name,
  label,
  hint,
  className,
  ...props
}: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  return (
    <Field name={name} label={label} hint={hint} isOptional={!props.required}>
      {(control) => <textarea rows={3} {...props} {...control} className={classNames(INPUT, className)} />}
    </Field>
  );
}

export function SelectField({
  name,
  label,
  hint,
  children,
  ...props
}: FieldProps & Omit<ComponentProps<'select'>, 'name'>) {
  return (
    <Field name={name} label={label} hint={hint} isOptional={false}>
      {(control) => (
        <select {...props} {...control} className={INPUT}>
          {children}
        </select>
      )}
    </Field>
  );
}

interface CheckboxFieldsProps {
  name: string;
  label: string;
  hint?: ReactNode;
  options: { value: string; label: ReactNode; hint?: ReactNode; isChecked?: boolean }[];
}

export function CheckboxFields({ name, label, hint, options }: CheckboxFieldsProps) {
  const fault = useFault(name);
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex gap-2.5">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={option.isChecked}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {option.label}
            {option.hint !== undefined && (
              <span className="block text-[0.8125rem] text-muted">{option.hint}</span>
            )}
          </span>
        </label>
      ))}
      {hint !== undefined && <p className="text-[0.8125rem] text-muted">{hint}</p>}
      {fault !== undefined && <p className="text-[0.8125rem] font-medium text-danger">{fault}</p>}
    </fieldset>
  );
}

/** A read-only text to copy, selected as a whole. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          autoComplete="off"
          spellCheck={false}
          value={text}
          className={`${INPUT} bg-sunken font-mono text-[0.8125rem]`}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={text} name={`Copy: ${label}`} label="Copy" />
      </div>
    </div>
  );
}

interface SearchFieldProps {
  value: string;
  placeholder: string;
  maxLength: number;
  onChange: (value: string) => void;
}

const SETTLED_MS = 250;

/** A search field that reports its text while the user types, debounced. */
export function SearchField({ value, placeholder, maxLength, onChange }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
    // Only typing triggers a change; `value` catching up with the text must not.
  }, [text]);
  return (
    <div className="w-full space-y-1.5 sm:w-80">
      <label htmlFor={id} className="block font-medium">
        Search
      </label>
      <input
        id={id}
        type="search"
        className={INPUT}
        value={text}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
