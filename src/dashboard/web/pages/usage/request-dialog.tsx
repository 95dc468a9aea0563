import { Link } from '@tanstack/react-router';
import type { LoggedRequest } from '../../api/schemas.ts';
import { useAnswer } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId, CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { formatCount, formatMs } from '../../ui/time.tsx';
import { DefinitionList } from '../../ui/layout/page.tsx';
import { Loaded } from '../../ui/states/notice.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** One request of the log, with a URL of its own. */
export function RequestDialog({ id }: { id: string }) {
  const query = useAnswer(
    'get',
    '/v1/usage/requests/{loggedRequestId}',
    { params: { path: { loggedRequestId: id } } },
    { staleTime: Infinity },
  );
  return (
    <Dialog
      title={query.data?.endpoint ?? 'Request'}
      description="The log doesn't keep the query or the API key."
      isWide
    >
      <Loaded query={query}>{(request) => <DefinitionList items={itemsOf(request)} />}</Loaded>
      <div className="mt-5 flex justify-end">
        <CopyButton text={location.href} name="Copy link to this request" label="Copy link" />
      </div>
    </Dialog>
  );
}

function itemsOf(request: LoggedRequest) {
  const { time, status, code, detail, units, latency_ms, point } = request;
  return [
    {
      title: 'Time',
      value: (
        <time dateTime={time} title={time}>
          {TIME.format(new Date(time))}
        </time>
      ),
    },
    { title: 'Status', value: <StatusBadge status={status} /> },
    code !== null && { title: 'Error code', value: <ErrorCodeLink code={code} /> },
    detail !== null && { title: 'Detail', value: detail },
    { title: 'Location', value: point === null ? 'None or several' : `${point.lat}, ${point.lon} (to 0.1°)` },
    { title: 'Units', value: units === null ? 'Not recorded' : formatCount(units) },
    { title: 'Latency', value: formatMs(latency_ms) },
    {
      title: 'Client',
      value: (
        <Link
          to="/clients/$clientId"
          params={{ clientId: request.client_id }}
          className="font-mono text-[0.8125rem] text-accent underline underline-offset-4"
        >
          {request.client_id}
        </Link>
      ),
    },
    {
      title: 'API key',
      value: (
        <span className="font-mono text-[0.8125rem]">
          {request.api_key_start !== null && `${request.api_key_start}… `}({request.api_key_id})
        </span>
      ),
    },
    { title: 'Request ID', value: <CopyableId id={request.request_id} name="Copy request ID" /> },
  ];
}

/** Links to the documentation of an error code. */
export function ErrorCodeLink({ code }: { code: string }) {
  return (
    <a
      className="font-mono text-[0.8125rem] underline underline-offset-4"
      href={`/docs/errors#${code}`}
      target="_blank"
      rel="noreferrer"
    >
      {code}
    </a>
  );
}

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number) {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}
