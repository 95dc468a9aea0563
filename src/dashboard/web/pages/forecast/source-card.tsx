import type { Forecast } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { formatDuration } from '../../ui/format.ts';
import { relativeTime, Time } from '../../ui/time.tsx';

/** Where the values come from, and how old the data is. */
export function SourceCard({ meta }: { meta: Forecast['meta'] }) {
  const { source, run, nextRunExpectedAt, grid, attribution, elevationAttribution, sources } = meta;
  const models = [...new Set([source, ...sources.map((one) => one.source)])].map((name) =>
    name.toUpperCase(),
  );
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
          ...(models.length > 1 ? [{ title: 'Also from', value: models.slice(1).join(', ') }] : []),
          ...(nextRunExpectedAt === null
            ? []
            : [{ title: 'Next run', value: relativeTime(nextRunExpectedAt) }]),
          {
            title: 'Grid',
            value: `${grid.resolution.toLocaleString()}°${grid.elevation === null ? '' : `, terrain at ${grid.elevation.toLocaleString()} m`}`,
          },
        ]}
      />
      {models.length === 1 && <p className="mt-3 text-[0.8125rem] text-muted">{attribution}</p>}
      {elevationAttribution !== undefined && (
        <p className="mt-3 text-[0.8125rem] text-muted">{elevationAttribution}</p>
      )}
    </Card>
  );
}
