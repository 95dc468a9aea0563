import { useQuery } from '@tanstack/react-query';
import { Mail as MailIcon } from 'lucide-react';
import { useState } from 'react';
import type { Mail, MailState } from '../../api/schemas.ts';
import { ownEmailQuery } from '../../api/session.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { GuideLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

export function MailPage() {
  const [state, setState] = useState<MailState>();
  const sendsMail = useQuery(ownEmailQuery).data?.sends_mail ?? true;
  return (
    <Page
      title="Mail"
      description={
        <>
          Messages from the last 30 days, without their content. See also the{' '}
          <GuideLink to="mail">mail guide</GuideLink>.
        </>
      }
    >
      {!sendsMail && (
        <Notice tone="info" title="This service doesn't send mail">
          To send mail, set SMTP_URL and MAIL_FROM.
        </Notice>
      )}
      <Select
        label="State"
        value={state ?? ''}
        className="w-full sm:w-40"
        onChange={(value) => setState((value || undefined) as MailState | undefined)}
      >
        <option value="">All</option>
        <Options of={MAIL_STATES} />
      </Select>
      <ListCard
        query={usePages('/v1/mails', { query: { state } }, { refetchInterval: 10_000 })}
        caption="Messages"
        columns={COLUMNS}
        empty={<EmptyState icon={MailIcon} title="No messages" />}
        rowActions={(mail) => (mail.state === 'failed' || mail.state === 'unconfirmed' ? [again(mail)] : [])}
      />
    </Page>
  );
}

const MAIL_STATES = {
  queued: { title: 'Queued', tone: 'neutral' },
  sending: { title: 'Sending', tone: 'accent' },
  sent: { title: 'Sent', tone: 'success' },
  failed: { title: 'Failed', tone: 'danger' },
  unconfirmed: { title: 'Unconfirmed', tone: 'warning' },
} as const;

const COLUMNS: Column<Mail>[] = [
  {
    title: 'Recipient',
    isHeading: true,
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
];

const again = (mail: Mail): RowAction => ({
  title: 'Send again',
  name: `Send the message to ${mail.recipient} again`,
  dialog: <RetryMailDialog mail={mail} />,
});

/** "Password reset" for `password-reset`. */
const titleOf = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

function RetryMailDialog({ mail }: { mail: Mail }) {
  return (
    <ConfirmDialog
      title="Send this message again?"
      action="Send again"
      mutation={useChange('post', '/v1/mails/{mailId}/retry')}
      request={() => ({ params: { path: { mailId: mail.id } } })}
      done="Message queued."
    >
      <p>
        The message goes to <strong>{mail.recipient}</strong>, with a new link if it has one. If the message
        is no longer needed, it is deleted instead.
      </p>
      {mail.state === 'unconfirmed' && (
        <p>The mail server may already have accepted this message, so it can arrive twice.</p>
      )}
    </ConfirmDialog>
  );
}
