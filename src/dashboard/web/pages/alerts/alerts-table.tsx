import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdateAlert } from '../../api/alerts.ts';
import { fieldsQuery } from '../../api/catalogue.ts';
import type { Field, ForecastAlert } from '../../api/schemas.ts';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EditAlertDialog } from './alert-dialog.tsx';
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

export function AlertsTable({ alerts, mayManage }: { alerts: ForecastAlert[]; mayManage: boolean }) {
  const [change, setChange] = useState<{
    alert: ForecastAlert;
    kind: Change;
  } | null>(null);
  const fields = useQuery(fieldsQuery).data?.fields ?? [];
  const actions: Column<ForecastAlert> = {
    title: 'Actions',
    isActions: true,
    cell: (alert) => mayManage && <AlertMenu alert={alert} onChange={(kind) => setChange({ alert, kind })} />,
  };
  const onClose = () => setChange(null);
  return (
    <>
      <Table
        caption="Forecast alerts"
        columns={[...columnsOf(fields), actions]}
        rows={alerts}
        keyOf={({ id }) => id}
      />
      {change?.kind === 'edit' && <EditAlertDialog alert={change.alert} onClose={onClose} />}
      {change?.kind === 'delete' && <DeleteAlertDialog alert={change.alert} onClose={onClose} />}
    </>
  );
}

function AlertMenu({ alert, onChange }: { alert: ForecastAlert; onChange: (kind: Change) => void }) {
  const update = useUpdateAlert(alert);
  const turn = () =>
    update.mutate({ enabled: !alert.enabled }, { onError: ({ message }) => showToast(message) });
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
