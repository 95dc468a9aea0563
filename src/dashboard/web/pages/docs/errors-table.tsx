import { Code } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { type ErrorCode, errorCodes, type Operation } from './document.ts';
import { Inline } from './prose.tsx';

const COLUMNS: Column<ErrorCode>[] = [
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
export function ErrorsTable({ operations }: { operations: Operation[] }) {
  return (
    <Table caption="Errors" columns={COLUMNS} rows={errorCodes(operations)} keyOf={({ code }) => code} />
  );
}
