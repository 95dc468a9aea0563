import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { clientQuery } from '../../api/clients.ts';
import { useCurrentOrganization } from '../../api/organizations.ts';
import { useAnswer } from '../../api/transport/queries.ts';
import { type Choice, Combobox } from './combobox.tsx';

interface ClientPickerProps {
  value: string;
  onChange: (clientId: string) => void;
  /** Title of a first choice for all clients together; its value is the empty string. */
  all?: string;
}

/** Finds clients by name. */
export function ClientPicker({ value, onChange, all }: ClientPickerProps) {
  const [words, setWords] = useState<string | null>(null);
  const organizationId = useCurrentOrganization()?.id;
  const { data: client } = useQuery({ ...clientQuery(value), enabled: value !== '' });
  const { data: found, isPlaceholderData } = useAnswer(
    'get',
    '/v1/clients',
    { params: { query: { organization_id: organizationId, limit: 20, query: words?.trim() || undefined } } },
    { enabled: words !== null, placeholderData: keepPreviousData },
  );
  const choices: Choice[] = (found?.data ?? []).map(({ client_id, name }) => ({
    value: client_id,
    title: name,
  }));
  if (all !== undefined && !words?.trim()) choices.unshift({ value: '', title: all });
  return (
    <Combobox
      label="Client"
      things="Clients"
      icon={ChevronsUpDown}
      value={value}
      title={value === '' ? (all ?? '') : (client?.name ?? value)}
      words={words}
      onType={setWords}
      choices={choices}
      isStale={isPlaceholderData || found === undefined}
      note={found === undefined ? '' : noteOf(choices.length, found.next_cursor !== null)}
      onChoose={(choice) => onChange(choice.value)}
    />
  );
}

function noteOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No matching clients';
  return hasMore ? 'Type part of a name to find more.' : '';
}
