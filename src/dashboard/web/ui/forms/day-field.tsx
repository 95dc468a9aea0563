import { useId } from 'react';
import { INPUT } from './fields.tsx';

interface DayFieldProps {
  label: string;
  /** As 2026-11-29; empty for none. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 space-y-1.5 sm:flex-none">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={INPUT}
        // A date that is being typed isn't one yet.
        defaultValue={value}
        min={min}
        max={max}
        onChange={({ target }) => target.validity.valid && onChange(target.value)}
      />
    </div>
  );
}
