import { useId } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { INPUT } from '../forms/fields.tsx';

interface SecretOnceProps {
  label: string;
  secret: string;
}

/** A secret in the dialog that shows it the only time. Who renders it drops the value when the dialog closes. */
export function SecretOnce({ label, secret }: SecretOnceProps) {
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
          value={secret}
          className={`${INPUT} bg-sunken font-mono text-[0.8125rem]`}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={secret} name={`Copy: ${label}`} label="Copy" />
      </div>
    </div>
  );
}
