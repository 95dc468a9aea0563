import { Select } from '../../ui/forms/select.tsx';
import { usePages } from '../../api/transport/queries.ts';

interface KeyFilterProps {
  clientId: string;
  value: string;
  onChange: (keyId: string) => void;
}

/** Offers the keys of one client. */
export function KeyFilter({ clientId, value, onChange }: KeyFilterProps) {
  const keys = usePages('/v1/clients/{clientId}/api-keys', { path: { clientId }, query: { limit: 50 } });
  return (
    <Select label="API key" value={value} onChange={onChange} className="w-44">
      <option value="">All</option>
      {keys.data?.pages
        .flatMap(({ data }) => data)
        .map(({ id, name, start }) => (
          <option key={id} value={id}>
            {name} ({start}…)
          </option>
        ))}
    </Select>
  );
}
