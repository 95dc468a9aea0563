import { useQuery } from '@tanstack/react-query';
import { runsQuery } from '../../api/catalogue.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

/** The model runs that forecasts currently come from. */
export function ServiceCard() {
  const query = useQuery(runsQuery);
  return (
    <Card title="Forecast data" description="The newest weather model run behind your forecasts.">
      <Loaded query={query}>
        {({ runs }) => {
          const newest = runs.at(0);
          if (newest === undefined)
            return (
              <Notice tone="info" title="No model run yet">
                <p>
                  The service downloads one as soon as the source has it. Until then, requests return
                  long-term averages, with the source <span className="font-mono">climatology</span>.
                </p>
              </Notice>
            );
          return (
            <DefinitionList
              items={[
                { title: 'Model', value: `${newest.model.toUpperCase()} ${newest.resolution}` },
                { title: 'Run', value: <Time instant={newest.run} isRelative={false} /> },
                { title: 'Published', value: <Time instant={newest.publishedAt} /> },
                { title: 'Forecast until', value: <Time instant={newest.lastTime} isRelative={false} /> },
                {
                  title: 'Status',
                  value:
                    newest.warnings.length === 0 ? (
                      <Badge tone="success">Complete</Badge>
                    ) : (
                      <Badge tone="warning">With warnings</Badge>
                    ),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
