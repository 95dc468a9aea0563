import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../api/catalogue.ts';
import type { Field } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Inline } from './prose.tsx';

const COLUMNS: Column<Field>[] = [
  {
    title: 'Metric',
    isProse: true,
    cell: ({ name, title, description }) => (
      <>
        <p className="font-medium">{title}</p>
        <Code>{name}</Code>
        <p className="mt-1 max-w-xl text-muted">
          <Inline text={description} />
        </p>
      </>
    ),
  },
  { title: 'Metric units', cell: ({ units }) => units.metric },
  { title: 'Imperial units', cell: ({ units }) => units.imperial },
  {
    title: 'In daily entries',
    cell: ({ daily }) => (
      <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
        {daily.map(({ name }) => (
          <Code key={name}>{name}</Code>
        ))}
      </span>
    ),
  },
];

export function MetricsTable() {
  const query = useQuery(fieldsQuery);
  return (
    <Card title="Metrics and units" isFlush className="mt-6">
      <Loaded query={query}>
        {({ fields }) => (
          <Table caption="Metrics" columns={COLUMNS} rows={fields} keyOf={({ name }) => name} />
        )}
      </Loaded>
    </Card>
  );
}
