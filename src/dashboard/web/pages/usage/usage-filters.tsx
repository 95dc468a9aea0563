import { useId } from 'react';
import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { TimeZoneOptions } from '../../ui/forms/time-zones.tsx';
import { INPUT } from '../../ui/forms/fields.tsx';
import { dayOf, type Period, PERIODS } from './periods.ts';
import type { UsageSearch } from './usage-search.ts';

interface UsageFiltersProps {
  search: UsageSearch & { period: Period; tz: string };
  isForAdmin: boolean;
  onChange: (changed: UsageSearch) => void;
}

export function UsageFilters({ search, isForAdmin, onChange }: UsageFiltersProps) {
  const { period, tz, client, account } = search;
  const today = dayOf(Date.now(), tz);
  const { from = today, to = today } = search;
  const organization = useCurrentOrganization();
  const isOthers = account !== undefined;
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap"
    >
      {isForAdmin && (
        <Select
          label="Account"
          value={account ?? ''}
          className="w-full sm:w-44"
          onChange={(value) => onChange({ account: value || undefined, client: undefined })}
        >
          <option value="">{organization?.name ?? 'My account'}</option>
          <option value="all">All accounts</option>
          {isOthers && account !== 'all' && <option value={account}>{account}</option>}
        </Select>
      )}
      {isOthers ? (
        client !== undefined && (
          <Select
            label="Client"
            value={client}
            className="w-full sm:w-56"
            onChange={(value) => onChange({ client: value || undefined })}
          >
            <option value="">All clients</option>
            <option value={client}>{client}</option>
          </Select>
        )
      ) : (
        <div className="w-full sm:w-56">
          <ClientPicker
            value={client ?? ''}
            all="All clients"
            onChange={(value) => onChange({ client: value || undefined })}
          />
        </div>
      )}
      <Select
        label="Period"
        value={period}
        className="w-full sm:w-40"
        onChange={(value) => onChange({ period: value as Period })}
      >
        <Options of={PERIODS} />
        <option value="custom">Custom range …</option>
      </Select>
      {period === 'custom' && (
        <>
          <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <DayField label="To" value={to} min={from} max={today} onChange={(day) => onChange({ to: day })} />
        </>
      )}
      <Select
        label="Time zone"
        value={tz}
        className="col-span-full w-full sm:w-72"
        onChange={(value) => onChange({ tz: value })}
      >
        <TimeZoneOptions />
      </Select>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
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
        value={value}
        min={min}
        max={max}
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      />
    </div>
  );
}
