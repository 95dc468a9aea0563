import type { Readiness } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { formatCount } from '../../ui/format.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { relativeTime } from '../../ui/time.tsx';

type Feed = Readiness['feeds'][number];

const STATES = {
  well: { title: 'Healthy', tone: 'success' },
  lagging: { title: 'Behind', tone: 'warning' },
  failing: { title: 'Failing', tone: 'danger' },
} as const;

/** The sources of one model's runs, and their faults. */
export function FeedSources({ feed: { product, sources, faults } }: { feed: Feed }) {
  return (
    <>
      {faults.map(({ code, detail, since }) => (
        <Notice key={code} tone="danger" title="Source problem">
          <p>
            <Code>{code}</Code> {relativeTime(since)}. New runs may be missing.
          </p>
          <p className="mt-1 break-words">{detail}</p>
        </Notice>
      ))}
      <DefinitionList
        items={[
          { title: 'Files in the last run', value: product === null ? 'None yet' : <Code>{product}</Code> },
          {
            title: 'Sources',
            value: sources.length === 0 ? 'Not checked yet' : <Sources sources={sources} />,
          },
        ]}
      />
    </>
  );
}

/** In the order in which the service tries them. */
function Sources({ sources }: Pick<Feed, 'sources'>) {
  return (
    <ul className="space-y-2">
      {sources.map(({ location, state, error, steps }) => (
        <li key={location} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={STATES[state].tone}>{STATES[state].title}</Badge>
          <span className="min-w-0 break-all">{location}</span>
          <span className="text-[0.8125rem] text-muted">
            {error ?? `${formatCount(steps)} steps from the last run`}
          </span>
        </li>
      ))}
    </ul>
  );
}
