import type { AuditEvent } from '../api/schemas.ts';
import { useAccount } from '../api/session.ts';
import { usePages } from '../api/transport/queries.ts';
import { type Column, ListCard } from './layout/table.tsx';
import { Time } from './time.tsx';

const DETAILS_SHOWN = 3;

interface AuditCardProps {
  of: { account_id: string } | { organization_id: string };
  description: string;
}

/** The changes of an account or an organization; the list shows those of the user's own account as by "You". */
export function AuditCard({ of, description }: AuditCardProps) {
  return (
    <ListCard
      title="Audit trail"
      caption="Changes"
      description={description}
      query={usePages('/v1/audit', { query: of }, { staleTime: 0 })}
      columns={columnsFor(useAccount().id)}
      empty={<p className="p-5 text-muted">No changes yet.</p>}
    />
  );
}

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
      cell: ({ target_id }) => <span className="font-mono text-[0.8125rem]">{target_id}</span>,
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

function nameOf({ kind, account_id, client_id, token_id }: AuditEvent['actor'], own: string) {
  if (kind === 'command') return 'Operator';
  if (kind === 'service') return 'The service';
  if (kind === 'account' && account_id === own)
    return <span className="whitespace-nowrap">{token_id === null ? 'You' : 'You, with a token'}</span>;
  return <span className="font-mono text-[0.8125rem]">{client_id ?? account_id}</span>;
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
