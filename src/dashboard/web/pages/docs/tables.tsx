import { useQuery } from '@tanstack/react-query';
import { fieldsQuery, weatherCodesQuery } from '../../api/catalogue.ts';
import type { Field, WeatherCode } from '../../api/schemas.ts';
import { Code, Codes } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { type ErrorCode, errorCodes, type OpenApiDocument, operationsOf } from './document.ts';
import { Inline } from './inline.tsx';

const METRIC_COLUMNS: Column<Field>[] = [
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
      <Codes of={daily.map(({ name }) => name)} className="justify-end sm:justify-start" />
    ),
  },
];

export function MetricsTable() {
  return (
    <Card title="Metrics and units" isFlush className="mt-6">
      <Loaded query={useQuery(fieldsQuery)}>
        {({ fields }) => (
          <Table caption="Metrics" columns={METRIC_COLUMNS} rows={fields} keyOf={({ name }) => name} />
        )}
      </Loaded>
    </Card>
  );
}

const CODE_COLUMNS: Column<WeatherCode>[] = [
  { title: 'Code', cell: ({ code }) => <Code>{code}</Code> },
  { title: 'Weather', cell: ({ name }) => name },
  { title: 'Severity rank', cell: ({ severity }) => severity, isNumeric: true },
];

export function WeatherCodesTable() {
  return (
    <Card
      title="Weather codes"
      description="A day's weatherCodeMax is the code with the highest severity among its hours."
      isFlush
      className="mt-6"
    >
      <Loaded query={useQuery(weatherCodesQuery)}>
        {({ codes }) => (
          <Table
            caption="Weather codes"
            columns={CODE_COLUMNS}
            rows={codes}
            keyOf={({ code }) => String(code)}
          />
        )}
      </Loaded>
    </Card>
  );
}

const ERROR_COLUMNS: Column<ErrorCode>[] = [
  { title: 'Status', cell: ({ status }) => status },
  {
    title: 'Code',
    cell: ({ code }) => (
      <span className="lg:whitespace-nowrap">
        <Code>{code}</Code>
      </span>
    ),
  },
  {
    title: 'When it happens, and what to do',
    isProse: true,
    cell: ({ code, title, advice, example }) => (
      <div className="space-y-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted">
          <Inline text={advice} />
        </p>
        {example.detail !== advice && (
          <p className="border-l-2 border-line-strong pl-2.5">
            <span className="sr-only">For example: </span>
            {example.detail}
          </p>
        )}
        <details>
          <summary className="w-fit text-[0.8125rem] text-accent">Example body</summary>
          <div className="mt-2 overflow-hidden rounded-lg border border-line">
            <CodeBlock name={`Example of ${code}`} code={JSON.stringify(example, null, 2)} isWrapped />
          </div>
        </details>
      </div>
    ),
  },
];

/** The error codes that the operations return, each with an example. */
export function ErrorsTable({ document }: { document: OpenApiDocument }) {
  return (
    <Card
      title="Errors"
      description="Returned as application/problem+json (RFC 9457). Check the code in your programs: it never changes."
      isFlush
      className="mt-6"
    >
      <Table
        caption="Errors"
        columns={ERROR_COLUMNS}
        rows={errorCodes(document, operationsOf(document))}
        keyOf={({ code }) => code}
      />
    </Card>
  );
}
