import type { AccountStatus } from '../../api/schemas.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import type { AccountsSearch } from './accounts-search.ts';

interface AccountFiltersProps extends AccountsSearch {
  onChange: (changed: AccountsSearch) => void;
}

export function AccountFilters({ query = '', status, onChange }: AccountFiltersProps) {
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        value={query}
        maxLength={254}
        placeholder="Name, email or organization"
        onChange={(text) => onChange({ query: text || undefined })}
      />
      <Select
        label="Status"
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
