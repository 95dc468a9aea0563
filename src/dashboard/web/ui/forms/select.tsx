import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { INPUT } from './fields.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A select that takes effect immediately, outside of any form. */
export function Select({ label, value, onChange, className, children, ...props }: SelectProps) {
  const id = useId();
  return (
    <div className={classNames('min-w-0 space-y-1.5', className)}>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <select
        {...props}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(INPUT, 'pr-8')}
      >
        {children}
      </select>
    </div>
  );
}

/** The options of a select, by their values. */
export function Options({ of }: { of: Record<string, string | { title: string }> }) {
  return Object.entries(of).map(([value, option]) => (
    <option key={value} value={value}>
      {typeof option === 'string' ? option : option.title}
    </option>
  ));
}
