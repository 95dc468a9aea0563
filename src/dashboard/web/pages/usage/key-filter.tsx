import { useInfiniteQuery } from '@tanstack/react-query';
import { keysQuery } from '../../api/keys.ts';
import { Select } from '../../ui/forms/select.tsx';

interface KeyFilterProps {
  clientId: string;
  value: string;
  onChange: (keyId: string) => void;
}

/** Offers the keys of one client. */
export function KeyFilter({ clientId, value, onChange }: KeyFilterProps) {
  const keys = useInfiniteQuery(keysQuery(clientId)).data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Select label="API key" value={value} onChange={onChange} className="w-44">
      <option value="">All</option>
      {keys.map(({ id, name, start }) => (
        <option key={id} value={id}>
          {name} ({start}…)
        </option>
      ))}
    </Select>
  );
}
