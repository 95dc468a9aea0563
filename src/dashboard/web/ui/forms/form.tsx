import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { ErrorNotice } from '../states/notice.tsx';

const Faults = createContext<Record<string, string>>({});

/** Returns the error message of the field with this name. */
export const useFault = (name: string): string | undefined => useContext(Faults)[name];

interface FormProps {
  /** The error of the last attempt. Its faults are shown at their fields, anything else on top. */
  error: Error | null;
  onSubmit: (values: FormValues) => void;
  className?: string;
  children: ReactNode;
}

/** A form of uncontrolled fields. The service validates the values; the form only rejects empty required fields. */
export function Form({ error, onSubmit, className = 'space-y-4', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isExplained, setIsExplained] = useState(false);

  const show = (named: Record<string, string>) => {
    setFaults(named);
    const first = [...form.current!.elements].find((element) => named[element.getAttribute('name') ?? '']);
    first?.closest('details')?.setAttribute('open', '');
    if (first instanceof HTMLElement) first.focus();
  };
  useLayoutEffect(() => {
    const named = faultsOf(error, form.current!);
    const names = Object.keys(named);
    setIsExplained(names.length > 0 && names.every((name) => form.current!.elements.namedItem(name)));
    show(named);
  }, [error]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const empty = [...event.currentTarget.elements]
      .filter(
        (element) => element instanceof HTMLInputElement && element.required && element.value.trim() === '',
      )
      .map((element) => element.getAttribute('name') ?? '');
    show(Object.fromEntries(empty.map((name) => [name, 'This field is required.'])));
    if (empty.length === 0) onSubmit(values);
  };
  const forget = (target: EventTarget) => {
    const name = (target as HTMLInputElement).name;
    if (name in faults) setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => key !== name)));
  };
  return (
    <form
      ref={form}
      noValidate
      className={className}
      onSubmit={submit}
      onInput={(event) => forget(event.target)}
    >
      {error !== null && !isExplained && <ErrorNotice error={error} />}
      <Faults value={faults}>{children}</Faults>
    </form>
  );
}

/** Faults by field name. In a form that asks for a password but no email, wrong credentials mean a wrong password. */
function faultsOf(error: Error | null, form: HTMLFormElement): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  if (error.code === 'invalid_factor')
    return { code: 'The code is wrong. Enter the one that your app shows now. Each code works once.' };
  if (error.code !== 'invalid_credentials') return error.faults;
  const asksEmail = form.querySelector('[name=email]:not([hidden], [type=hidden])') !== null;
  const password = form.querySelector<HTMLInputElement>('[type=password]');
  if (asksEmail || password === null) return {};
  return { [password.name]: 'The password is wrong. Make sure Caps Lock is off.' };
}

/** The values of a form's fields. */
export class FormValues extends FormData {
  text(name: string): string {
    return this.secret(name).trim();
  }

  /** The value as typed, since spaces can be part of a password. */
  secret(name: string): string {
    const value = this.get(name);
    return typeof value === 'string' ? value : '';
  }
}
