import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** Right-aligns the column. */
  isNumeric?: boolean;
  /** For sentences: on a narrow screen the text takes the full width below the title. */
  isProse?: boolean;
  /** What the row is about: on a narrow screen it comes first, without its title. */
  isHeading?: boolean;
  /** Hidden on a narrow screen. */
  isWideOnly?: boolean;
  /** The buttons of a row; the title is then visible to screen readers only. */
  isActions?: boolean;
}

export interface TableProps<T> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
}

/** On a narrow screen each row becomes a block of names and values. Roles are explicit, since `display` drops them. */
export function Table<T>({ caption, columns, rows, keyOf }: TableProps<T>) {
  return (
    <div className="sm:overflow-x-auto" tabIndex={-1}>
      <table role="table" className="block w-full text-left sm:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
          <tr role="row" className="border-y border-line bg-sunken/60">
            {columns.map(({ title, isNumeric, isActions }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                className={classNames(
                  'px-3 py-2 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
                  isNumeric && 'text-right',
                )}
              >
                {isActions ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block sm:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="block border-t border-line px-4 py-3 first:border-t-0 sm:table-row sm:p-0 sm:hover:bg-sunken/50"
            >
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  return (
    <td
      role="cell"
      className={classNames(
        'flex justify-between gap-4 py-1 align-middle sm:table-cell sm:px-3 sm:py-2.5 sm:first:pl-5 sm:last:pr-5',
        column.isNumeric && 'tabular-nums sm:text-right sm:whitespace-nowrap',
        column.isProse && 'max-sm:flex-col max-sm:gap-0.5',
        column.isWideOnly && 'max-sm:hidden',
      )}
    >
      {!column.isActions && !column.isHeading && (
        <span aria-hidden className="shrink-0 text-muted sm:hidden">
          {column.title}
        </span>
      )}
      <div
        className={classNames(
          'min-w-0 wrap-anywhere sm:text-inherit',
          !column.isProse && 'text-right',
          column.isActions && 'ml-auto sm:flex sm:justify-end',
          !column.isActions && !column.isNumeric && 'sm:text-left',
        )}
      >
        {column.cell(row)}
      </div>
    </td>
  );
}
