import { useInfiniteQuery } from '@tanstack/react-query';
import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { alertsQuery } from '../../api/alerts.ts';
import { useMay } from '../../api/organizations/organizations.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadMore } from '../../ui/states/load-more.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { CreateAlertDialog } from './alert-dialog.tsx';
import { AlertsTable } from './alerts-table.tsx';

export function AlertsCard({ client }: { client: Client }) {
  const [isCreating, setIsCreating] = useState(false);
  const query = useInfiniteQuery(alertsQuery(client.client_id));
  const mayManage = useMay(client.organization_id)('alerts.manage');
  const create = mayManage && (
    <Button isSmall onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
      Create alert
    </Button>
  );
  return (
    <Card
      title="Forecast alerts"
      description="Evaluated after each model run. Changes are sent to webhooks and event streams."
      actions={create}
      isFlush
    >
      <Loaded query={query}>
        {({ pages }) => {
          const alerts = pages.flatMap(({ data }) => data);
          if (alerts.length === 0)
            return (
              <EmptyState icon={<BellRing aria-hidden className="size-5" />} title="No forecast alerts yet">
                Get notified when a forecast meets your conditions.{' '}
                <a href="/docs/alerts" className="text-accent underline underline-offset-4">
                  How alerts work
                </a>
              </EmptyState>
            );
          return (
            <>
              <AlertsTable alerts={alerts} mayManage={mayManage} />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
      {isCreating && <CreateAlertDialog client={client} onClose={() => setIsCreating(false)} />}
    </Card>
  );
}
