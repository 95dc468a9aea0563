import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/clients.ts';
import { useMay } from '../../api/organizations.ts';
import type { Client, Quota } from '../../api/schemas.ts';
import { useChange } from '../../api/transport/queries.ts';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { formatNumber } from '../../ui/time.tsx';
import { LimitFields, limitsOf, WINDOW_TITLES } from './limit-fields.tsx';

export function LimitsCard({ client }: { client: Client }) {
  const may = useMay(client.organization_id);
  const query = useQuery(quotaQuery(client.client_id));
  return (
    <Card
      title="Limits"
      description="Current use of each limit. Rejected requests don't count."
      actions={
        may('clients.manage') && (
          <DialogButton isSmall text="Edit limits" dialog={<EditLimitsDialog client={client} />} />
        )
      }
    >
      <Loaded query={query}>{(quota) => <QuotaWindows quota={quota} />}</Loaded>
    </Card>
  );
}

interface QuotaWindowsProps {
  quota: Quota;
  /** Applied to each list. */
  className?: string;
}

/** A client's own limits, followed by those shared with the other clients of its organization. */
export function QuotaWindows({ quota: { windows, organization_windows }, className }: QuotaWindowsProps) {
  return (
    <>
      {windows.length === 0 ? (
        <p className="text-muted">This client has no limits.</p>
      ) : (
        <WindowList windows={windows} className={className} />
      )}
      {organization_windows.length > 0 && (
        <>
          <h3 className="mt-5 mb-3 border-t border-line pt-4 font-semibold">
            Shared by all clients of the organization
          </h3>
          <WindowList windows={organization_windows} className={className} />
        </>
      )}
    </>
  );
}

function WindowList({ windows, className = 'space-y-4' }: Pick<Quota, 'windows'> & { className?: string }) {
  return (
    <ul className={className}>
      {windows.map((window) => (
        <QuotaWindow key={window.window} {...window} />
      ))}
    </ul>
  );
}

function QuotaWindow({ window, limit, remaining, reset }: Quota['windows'][number]) {
  const spent = limit - remaining;
  const text = `${formatNumber(spent)} of ${formatNumber(limit)}`;
  return (
    <li className="space-y-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{WINDOW_TITLES[window]}</span>
        <span className="tabular-nums">{text}</span>
      </div>
      <Meter name={WINDOW_TITLES[window]} value={spent} max={limit} text={text} />
      {spent > 0 && <p className="text-[0.8125rem] text-muted">{resetText(reset, remaining)}</p>}
    </li>
  );
}

function resetText(seconds: number, remaining: number): string {
  const wait =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.round(seconds / 60)} minutes`
        : `${Math.round(seconds / 3600)} hours`;
  return remaining > 0 ? `Resets in ${wait}.` : `Used up. The next request succeeds in ${wait}.`;
}

function EditLimitsDialog({ client }: { client: Client }) {
  return (
    <FormDialog
      title="Edit limits"
      description="All keys of this client share these limits. Changes apply from the next request."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}', {
        meta: { outdates: ['/v1/clients', '/v1/usage/quota'] },
      })}
      request={(values) => ({
        params: { path: { clientId: client.client_id } },
        body: { rate_limits: limitsOf(values, null) },
      })}
      done="Limits saved."
    >
      <LimitFields limits={client.rate_limits} />
    </FormDialog>
  );
}
