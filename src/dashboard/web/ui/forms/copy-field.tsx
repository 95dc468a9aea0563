import { useId } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { INPUT } from './fields.tsx';

interface CopyFieldProps {
  label: string;
  text: string;
}

/** A read-only text to copy, selected as a whole. */
export function CopyField({ label, text }: CopyFieldProps) {
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
