import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEvent } from '../api/schemas.ts';
import { useAccount } from '../api/session.ts';
import { answerOf, api } from '../api/transport/client.ts';
import { usePages } from '../api/transport/queries.ts';
import { AS_CSV, CsvButton } from './csv-button.tsx';
import { DAY_MS } from './durations.ts';
import { DayField } from './forms/day-field.tsx';
import { type Column, ListCard } from './layout/table.tsx';
import { Time } from './time.tsx';

const DETAILS_SHOWN = 3;

interface AuditCardProps {
  of: { account_id: string } | { organization_id: string };
  description: string;
}

/** The changes of an account or an organization; the list shows those of the user's own account as by "You". */
export function AuditCard({ of, description }: AuditCardProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const query = {
    ...of,
    start: from === '' ? undefined : `${from}T00:00:00Z`,
    end: to === '' ? undefined : dayAfter(to),
  };
  return (
    <ListCard
      title="Audit trail"
      caption="Changes"
      description={description}
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <DayField label="From (UTC)" {...DAYS} value={from} onChange={setFrom} />
          <DayField label="To (UTC)" {...DAYS} value={to} onChange={setTo} />
          <CsvButton
            name="audit"
            load={() => answerOf(api.GET('/v1/audit', { params: { query }, ...AS_CSV }))}
          />
        </div>
      }
      query={usePages('/v1/audit', { query }, { staleTime: 0, placeholderData: keepPreviousData })}
      columns={columnsFor(useAccount().id)}
      empty={<p className="p-5 text-muted">No changes{from + to === '' ? ' yet' : ' in this period'}.</p>}
    />
  );
}

const DAYS = { min: '2020-01-01', max: '2098-12-31' };
const dayAfter = (day: string) => `${new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 19)}Z`;

function columnsFor(own: string): Column<AuditEvent>[] {
  return [
    {
      title: 'Change',
      isProse: true,
      cell: ({ title, details }) => (
        <>
          <p className="font-medium">{title}</p>
          <Details details={details} />
        </>
      ),
    },
    {
      title: 'Target',
      cell: ({ target_id, target_name }) => <Named id={target_id} name={target_name} />,
    },
    { title: 'By', cell: ({ actor }) => nameOf(actor, own) },
    {
      title: 'IP address',
      cell: ({ actor }) =>
        actor.address === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="font-mono text-[0.8125rem]">{actor.address}</span>
        ),
    },
    { title: 'When', cell: ({ created_at }) => <Time instant={created_at} /> },
  ];
}

function nameOf({ kind, account_id, client_id, token_id, name }: AuditEvent['actor'], own: string) {
  if (kind === 'command') return 'Operator';
  if (kind === 'service') return 'The service';
  if (kind === 'account' && account_id === own)
    return <span className="whitespace-nowrap">{token_id === null ? 'You' : 'You, with a token'}</span>;
  return <Named id={client_id ?? account_id ?? ''} name={name} />;
}

/** What no longer has a name is shown by its ID. */
function Named({ id, name }: { id: string; name: string | null }) {
  if (name === null) return <span className="font-mono text-[0.8125rem]">{id}</span>;
  return (
    <span title={id} className="wrap-anywhere">
      {name}
    </span>
  );
}

/** The details of an event as "name: value" pairs. */
function Details({ details }: { details: Record<string, unknown> }) {
  const entries = Object.entries(details);
  if (entries.length === 0) return null;
  const shown = entries.slice(0, DETAILS_SHOWN).map(([name, value]) => `${name}: ${textOf(value)}`);
  return <p className="max-w-md text-[0.8125rem] text-muted">{shown.join(' · ')}</p>;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(', ');
}
