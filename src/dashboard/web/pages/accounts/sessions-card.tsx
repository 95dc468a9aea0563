import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../api/schemas.ts';
import { sessionQuery } from '../../api/session.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Column, PagedTable } from '../../ui/layout/table.tsx';
import { ErrorNotice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

export function SessionsCard() {
  const current = useQuery(sessionQuery).data?.session.id;
  const query = usePages('/v1/sessions', {});
  const endOne = useChange('delete', '/v1/sessions/{sessionId}');
  const endOthers = useChange('delete', '/v1/sessions');
  const error = endOne.error ?? endOthers.error;
  const columns = columnsOf(current, (id) =>
    endOne.mutate({ params: { path: { sessionId: id } } }, { onSuccess: () => showToast('Session ended.') }),
  );
  return (
    <Card
      title="Sessions"
      description="Devices where you are signed in."
      actions={
        <Button
          isSmall
          isPending={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(undefined, { onSuccess: () => showToast('Signed out everywhere else.') })
          }
        >
          Sign out everywhere else
        </Button>
      }
      isFlush
    >
      {error !== null && (
        <div className="px-4 pb-4 sm:px-5">
          <ErrorNotice error={error} />
        </div>
      )}
      <PagedTable query={query} caption="Sessions" columns={columns} />
    </Card>
  );
}

function columnsOf(current: string | undefined, onEnd: (id: string) => void): Column<Session>[] {
  return [
    {
      title: 'Device',
      cell: ({ id, user_agent }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2 sm:justify-start">
          <span className="font-medium" title={user_agent ?? undefined}>
            {describeUserAgent(user_agent)}
          </span>
          {id === current && <Badge tone="success">This device</Badge>}
        </span>
      ),
    },
    {
      title: 'IP address',
      cell: ({ address }) => <span className="font-mono text-[0.8125rem]">{address}</span>,
    },
    { title: 'Last seen', cell: ({ last_seen_at }) => <Time instant={last_seen_at} /> },
    { title: 'Signed in', cell: ({ created_at }) => <Time instant={created_at} isRelative={false} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (session) =>
        session.id !== current && (
          <Button
            isSmall
            aria-label={`Sign out ${describeUserAgent(session.user_agent)}`}
            onClick={() => onEnd(session.id)}
          >
            Sign out
          </Button>
        ),
    },
  ];
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux" if the browser can be recognized, otherwise the program's own name. */
function describeUserAgent(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent.split(' ', 1)[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}
