import { useQuery } from '@tanstack/react-query';
import { weatherCodesQuery } from '../../api/catalogue.ts';
import type { WeatherCode } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';

const COLUMNS: Column<WeatherCode>[] = [
  { title: 'Code', cell: ({ code }) => <Code>{code}</Code> },
  { title: 'Weather', cell: ({ name }) => name },
  { title: 'Severity rank', cell: ({ severity }) => severity, isNumeric: true },
];

export function WeatherCodesTable() {
  const query = useQuery(weatherCodesQuery);
  return (
    <Card
      title="Weather codes"
      description="A day's weatherCodeMax is the code with the highest severity among its hours."
      isFlush
      className="mt-6"
    >
      <Loaded query={query}>
        {({ codes }) => (
          <Table caption="Weather codes" columns={COLUMNS} rows={codes} keyOf={({ code }) => String(code)} />
        )}
      </Loaded>
    </Card>
  );
}
