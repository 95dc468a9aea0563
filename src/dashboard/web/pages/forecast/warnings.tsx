import type { Forecast } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { formatAmount } from '../../ui/format.ts';
import { Notice } from '../../ui/states/notice.tsx';

/** The response's warnings, collapsed unless there is only one or no forecast is available. */
export function Warnings({ meta: { source, warnings } }: { meta: Forecast['meta'] }) {
  if (warnings.length === 0) return null;
  const isClimatology = source === 'climatology';
  const title = isClimatology
    ? 'These are long-term averages, not a forecast'
    : `This forecast has ${formatAmount(warnings.length, 'warning')}`;
  return (
    <Notice tone="warning">
      <details open={isClimatology || warnings.length === 1}>
        <summary className="font-semibold">{title}</summary>
        <ul className="mt-2 space-y-2">
          {warnings.map(({ code, detail, fields }) => (
            <li key={`${code} ${detail}`}>
              <p>{detail}</p>
              <p className="mt-1 flex flex-wrap gap-1 text-muted">
                <Code>{code}</Code>
                {!isClimatology && fields.map((field) => <Code key={field}>{field}</Code>)}
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
