import type { Forecast } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { formatDuration } from '../../ui/format.ts';
import { relativeTime, Time } from '../../ui/time.tsx';

/** Where the values come from, and how old that is. */
export function SourceCard({ meta }: { meta: Forecast['meta'] }) {
  const { source, run, nextRunExpectedAt, grid, attribution, sources } = meta;
  const isForecast = run !== null;
  return (
    <Card title="Source">
      <DefinitionList
        items={[
          {
            title: 'Source',
            value: isForecast ? (
              <Badge tone="accent">{source.toUpperCase()}</Badge>
            ) : (
              <Badge tone="warning">{source}</Badge>
            ),
          },
          ...(isForecast
            ? [
                { title: 'Run', value: <Time instant={run} isRelative={false} /> },
                { title: 'Age', value: formatDuration((Date.now() - Date.parse(run)) / 1000) },
              ]
            : [{ title: 'Age', value: 'Long-term averages' }]),
          ...(sources.length > 1 ? [{ title: 'Model runs', value: <Runs sources={sources} /> }] : []),
          ...(nextRunExpectedAt === null
            ? []
            : [{ title: 'Next run', value: relativeTime(nextRunExpectedAt) }]),
          {
            title: 'Grid',
            value: `${grid.resolution.toLocaleString()}°${grid.elevation === null ? '' : `, terrain at ${grid.elevation.toLocaleString()} m`}`,
          },
        ]}
      />
      <p className="mt-3 text-[0.8125rem] text-muted">{attribution}</p>
    </Card>
  );
}

/** Which run gives which hours. */
function Runs({ sources }: { sources: Forecast['meta']['sources'] }) {
  return (
    <ul className="space-y-1">
      {sources.map(({ source, run, from, to }) => (
        <li key={`${run} ${from}`}>
          {source.toUpperCase()} {run !== null && <Time instant={run} isRelative={false} />}
          <span className="block text-[0.8125rem] text-muted">
            <Time instant={from} isRelative={false} /> – <Time instant={to} isRelative={false} />
          </span>
        </li>
      ))}
    </ul>
  );
}
