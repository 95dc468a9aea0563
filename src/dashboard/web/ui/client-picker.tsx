import { useId } from 'react';
import type { Client } from '../api/schemas.ts';
import { INPUT } from './fields.tsx';

interface ClientPickerProps {
  clients: Client[];
  value: string;
  onChange: (clientId: string) => void;
  /** A first entry for all clients together; its value is the empty text. */
  all?: string;
}

export function ClientPicker({ clients, value, onChange, all }: ClientPickerProps) {
  const id = useId();
  return (
    <div className="min-w-0 space-y-1.5">
      <label htmlFor={id} className="block font-medium">
        Client
      </label>
      <select
        id={id}
        className={`${INPUT} max-w-xs pr-8`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {clients.map(({ client_id, name }) => (
          <option key={client_id} value={client_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
