import { useEffect, useId, useState } from 'react';
import { INPUT } from './fields.tsx';

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
