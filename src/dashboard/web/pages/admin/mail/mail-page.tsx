import { useQuery } from '@tanstack/react-query';
import { Mail as MailIcon } from 'lucide-react';
import { useState } from 'react';
import { ownEmailQuery } from '../../../api/account.ts';
import type { Mail, MailState } from '../../../api/schemas.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { PagedTable } from '../../../ui/layout/paged-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { usePages } from '../../../api/transport/queries.ts';
import { MAIL_STATES, mailColumns } from './mail-columns.tsx';
import { RetryMailDialog } from './retry-mail-dialog.tsx';

export function MailPage() {
  const [state, setState] = useState<MailState>();
  const [retried, setRetried] = useState<Mail | null>(null);
  const mails = usePages('/v1/mails', { query: { state } }, { refetchInterval: 10_000 });
  const sendsMail = useQuery(ownEmailQuery).data?.sends_mail ?? true;
  return (
    <Page
      title="Mail"
      description={
        <>
          Messages from the last 30 days, without their content. See also the{' '}
          <a href="/docs/mail" className="text-accent underline underline-offset-4">
            mail guide
          </a>
          .
        </>
      }
    >
      {!sendsMail && (
        <Notice tone="info" title="This service doesn't send mail">
          <p>To send mail, set SMTP_URL and MAIL_FROM.</p>
        </Notice>
      )}
      <Select
        label="State"
        value={state ?? ''}
        className="w-full sm:w-40"
        onChange={(value) => setState((value || undefined) as MailState | undefined)}
      >
        <option value="">All</option>
        {Object.entries(MAIL_STATES).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <Card isFlush className="overflow-hidden">
        <PagedTable
          query={mails}
          caption="Messages"
          columns={mailColumns(setRetried)}
          keyOf={({ id }) => id}
          empty={<EmptyState icon={<MailIcon aria-hidden className="size-5" />} title="No messages" />}
        />
      </Card>
      {retried !== null && <RetryMailDialog mail={retried} onClose={() => setRetried(null)} />}
    </Page>
  );
}
