import { useQuery } from '@tanstack/react-query';
import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { fieldsQuery } from '../../api/catalogue.ts';
import { useMay } from '../../api/organizations/organizations.ts';
import type { Client, Field, ForecastAlert } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { CreateAlertDialog, EditAlertDialog } from './alert-dialog.tsx';
import { AlertStatus } from './alert-status.tsx';
import { conditionOf } from './alert-words.ts';
import { DeleteAlertDialog } from './delete-alert-dialog.tsx';

const columnsOf = (fields: Field[]): Column<ForecastAlert>[] => [
  {
    title: 'Alert',
    isProse: true,
    isHeading: true,
    cell: (alert) => (
      <>
        <p className="font-medium wrap-anywhere">{alert.name}</p>
        <p className="text-muted">{conditionOf(alert, fields)}</p>
      </>
    ),
  },
  {
    title: 'Location',
    cell: ({ place, lat, lon }) => (
      <span className="wrap-anywhere">
        {place ? `${place.name}, ${place.country_code}` : `${lat}, ${lon}`}
      </span>
    ),
  },
  {
    title: 'Hours',
    cell: ({ lead_hours: { from, to } }) => `${from} to ${to}`,
  },
  {
    title: 'Status',
    cell: (alert) => <AlertStatus alert={alert} fields={fields} />,
  },
];

type Change = 'edit' | 'delete';

export function AlertsCard({ client }: { client: Client }) {
  const [isCreating, setIsCreating] = useState(false);
  const query = usePages(
    '/v1/alerts',
    { query: { client_id: client.client_id, limit: 50 } },
    // New runs change the states.
    { refetchInterval: 10_000 },
  );
  const mayManage = useMay(client.organization_id)('alerts.manage');
  const [change, setChange] = useState<{ alert: ForecastAlert; kind: Change } | null>(null);
  const fields = useQuery(fieldsQuery).data?.fields ?? [];
  const actions: Column<ForecastAlert> = {
    title: 'Actions',
    isActions: true,
    cell: (alert) => mayManage && <AlertMenu alert={alert} onChange={(kind) => setChange({ alert, kind })} />,
  };
  const onClose = () => setChange(null);
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
      <PagedTable
        query={query}
        caption="Forecast alerts"
        columns={[...columnsOf(fields), actions]}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<BellRing aria-hidden className="size-5" />} title="No forecast alerts yet">
            Get notified when a forecast meets your conditions.{' '}
            <a href="/docs/alerts" className="text-accent underline underline-offset-4">
              How alerts work
            </a>
          </EmptyState>
        }
      />
      {change?.kind === 'edit' && <EditAlertDialog alert={change.alert} onClose={onClose} />}
      {change?.kind === 'delete' && <DeleteAlertDialog alert={change.alert} onClose={onClose} />}
      {isCreating && <CreateAlertDialog client={client} onClose={() => setIsCreating(false)} />}
    </Card>
  );
}

function AlertMenu({ alert, onChange }: { alert: ForecastAlert; onChange: (kind: Change) => void }) {
  const update = useChange('patch', '/v1/alerts/{alertId}');
  const turn = () =>
    update.mutate(
      { params: { path: { alertId: alert.id } }, body: { enabled: !alert.enabled } },
      { onError: ({ message }) => showToast(message) },
    );
  return (
    <Menu
      name={`Actions for ${alert.name}`}
      items={[
        { title: 'Edit', onSelect: () => onChange('edit') },
        { title: alert.enabled ? 'Disable' : 'Enable', onSelect: turn },
        {
          title: 'Delete',
          isDangerous: true,
          onSelect: () => onChange('delete'),
        },
      ]}
    />
  );
}
