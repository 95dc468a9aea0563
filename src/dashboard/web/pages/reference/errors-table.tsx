import { Code } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type ErrorCode, errorCodes, type OpenApiDocument } from './document.ts';
import { Inline } from './prose.tsx';

const COLUMNS: Column<ErrorCode>[] = [
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Code', cell: ({ code }) => <Code>{code}</Code> },
  {
    title: 'What it means, and what to do',
    isProse: true,
    cell: ({ title, remedy }) => (
      <>
        <p className="font-medium">{title}</p>
        <p className="text-muted">
          <Inline text={remedy} />
        </p>
      </>
    ),
  },
];

export function ErrorsTable({ document }: { document: OpenApiDocument }) {
  return (
    <Card
      title="Errors"
      description="Answered as application/problem+json (RFC 9457). Programs test the code, which is stable."
      isFlush
      className="mt-6"
    >
      <Table caption="Errors" columns={COLUMNS} rows={errorCodes(document)} keyOf={({ code }) => code} />
    </Card>
  );
}
