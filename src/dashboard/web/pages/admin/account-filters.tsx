import { useEffect, useId, useState } from 'react';
import type { AccountStatus } from '../../api/schemas.ts';
import { INPUT } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import type { AccountsSearch } from './accounts-search.ts';

interface AccountFiltersProps extends AccountsSearch {
  onChange: (changed: AccountsSearch) => void;
}

const SETTLED_MS = 250;

/** The list follows while somebody types. */
export function AccountFilters({ query = '', status, onChange }: AccountFiltersProps) {
  const id = useId();
  const [text, setText] = useState(query);
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => onChange({ query: text.trim() || undefined }), SETTLED_MS);
    return () => clearTimeout(timer);
    // What was typed decides; that the address has caught up changes nothing.
  }, [text]);
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-full space-y-1.5 sm:w-80">
        <label htmlFor={id} className="block font-medium">
          Search
        </label>
        <input
          id={id}
          type="search"
          className={INPUT}
          value={text}
          maxLength={254}
          placeholder="Name, email or organization"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Select
        label="State"
        value={status ?? ''}
        className="w-full sm:w-40"
        onChange={(value) => onChange({ status: (value || undefined) as AccountStatus | undefined })}
      >
        <option value="">All</option>
        <option value="active">Active</option>
        <option value="disabled">Disabled</option>
      </Select>
    </search>
  );
}
