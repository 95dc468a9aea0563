import type { Mail } from '../../../api/schemas.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/layout/table.tsx';
import { Time } from '../../../ui/time.tsx';

export const MAIL_STATES = {
  queued: { title: 'Queued', tone: 'neutral' },
  sending: { title: 'Sending', tone: 'accent' },
  sent: { title: 'Sent', tone: 'success' },
  failed: { title: 'Failed', tone: 'danger' },
  unconfirmed: { title: 'Unconfirmed', tone: 'warning' },
} as const;

export function mailColumns(onRetry: (mail: Mail) => void): Column<Mail>[] {
  return [
    {
      title: 'Recipient',
      isHeading: true,
      isProse: true,
      cell: ({ recipient, kind }) => (
        <>
          <p className="font-medium sm:min-w-48">{recipient}</p>
          <p className="text-muted">{titleOf(kind)}</p>
        </>
      ),
    },
    {
      title: 'State',
      cell: ({ state }) => <Badge tone={MAIL_STATES[state].tone}>{MAIL_STATES[state].title}</Badge>,
    },
    { title: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
    {
      title: 'Last failure',
      isProse: true,
      cell: ({ error }) => error ?? <span className="text-muted">–</span>,
    },
    { title: 'Queued', cell: ({ queued_at }) => <Time instant={queued_at} /> },
    {
      title: 'Finished, or next attempt',
      cell: ({ ended_at, next_attempt_at }) => {
        const instant = ended_at ?? next_attempt_at;
        return instant === null ? <span className="text-muted">–</span> : <Time instant={instant} />;
      },
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (mail) =>
        (mail.state === 'failed' || mail.state === 'unconfirmed') && (
          <Button
            isSmall
            aria-label={`Send the message to ${mail.recipient} again`}
            onClick={() => onRetry(mail)}
          >
            Send again
          </Button>
        ),
    },
  ];
}

/** "Password reset" for `password-reset`. */
const titleOf = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
