import type { UsageCounts } from '../../api/schemas.ts';
import { formatAmount, formatBytes, formatCount, formatMs, formatShare } from '../../ui/format.ts';

interface Figure {
  title: string;
  text: string;
  hint: string;
}

function figuresOf({ requests, units, errors, throttled, bytes, latency_ms }: UsageCounts): Figure[] {
  const share = (count: number) => (requests === 0 ? '–' : formatShare(count / requests));
  return [
    { title: 'Requests', text: formatCount(requests), hint: formatAmount(units, 'unit') },
    { title: 'Served', text: share(requests - errors), hint: `${formatCount(errors)} rejected or failed` },
    {
      title: 'Rate limited',
      text: formatCount(throttled),
      hint: requests === 0 ? 'No requests' : `${share(throttled)} of all`,
    },
    {
      title: 'Latency, p95',
      text: latency_ms.p95 === null ? '–' : formatMs(latency_ms.p95),
      hint: latency_ms.p50 === null ? 'No requests' : `p50 ${formatMs(latency_ms.p50)}`,
    },
    {
      title: 'Sent',
      text: formatBytes(bytes),
      hint: requests === 0 ? 'No requests' : `${formatBytes(bytes / requests)} each`,
    },
  ];
}

/** The period's totals. */
export function Figures({ totals }: { totals: UsageCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5">
      {figuresOf(totals).map(({ title, text, hint }) => (
        <div
          key={title}
          className="flex flex-col bg-surface px-4 py-3 last:col-span-2 sm:px-5 lg:last:col-span-1"
        >
          <dt className="text-muted">{title}</dt>
          <dd className="text-xl leading-snug font-semibold tabular-nums">{text}</dd>
          <dd className="text-[0.8125rem] text-muted tabular-nums">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
