import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Close } from '../dialogs/dialog.tsx';
import { Loaded } from '../states/notice.tsx';
import { Card } from './page.tsx';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** Right-aligns the column. */
  isNumeric?: boolean;
  /** For sentences: on a narrow screen the text takes the full width below the title. */
  isProse?: boolean;
  /** What the row is about: on a narrow screen it comes first, over the full width, without its title. */
  isHeading?: boolean;
  /** Hidden on a narrow screen. */
  isWideOnly?: boolean;
  /** The buttons of a row; the title is then visible to screen readers only. */
  isActions?: boolean;
}

interface TableProps<T> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<T>[];
  rows: T[];
  /** By default the row's ID. */
  keyOf?: (row: T) => string;
}

const idOf = (row: unknown) => (row as { id: string }).id;

/** On a narrow screen each row becomes a block of names and values. Roles are explicit, since `display` drops them. */
export function Table<T>({ caption, columns, rows, keyOf = idOf }: TableProps<T>) {
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
  const isProse = column.isProse || column.isHeading;
  return (
    <td
      role="cell"
      className={classNames(
        'flex justify-between gap-4 py-1 align-middle sm:table-cell sm:px-3 sm:py-2.5 sm:first:pl-5 sm:last:pr-5',
        column.isNumeric && 'tabular-nums sm:text-right sm:whitespace-nowrap',
        isProse && 'max-sm:flex-col max-sm:gap-0.5',
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
          !isProse && 'text-right',
          column.isActions && 'ml-auto sm:flex sm:justify-end',
          !column.isActions && !column.isNumeric && 'sm:text-left',
        )}
      >
        {column.cell(row)}
      </div>
    </td>
  );
}

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  query: UseInfiniteQueryResult<InfiniteData<{ data: T[] }>>;
  /** Selects and sorts the rows. */
  arrange?: (rows: T[]) => T[];
  /** Replaces a table without rows. */
  empty?: ReactNode;
  /** Shown below the rows. */
  children?: ReactNode;
}

/** A list of the API: the pages fetched so far as one table, and a button that fetches the next. */
export function PagedTable<T>({ query, arrange, empty, children, ...table }: PagedTableProps<T>) {
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const all = pages.flatMap(({ data }) => data);
        const rows = arrange?.(all) ?? all;
        if (rows.length === 0 && empty !== undefined) return empty;
        return (
          <>
            <Table {...table} rows={rows} />
            {children}
            {query.hasNextPage && (
              <div className="flex justify-center border-t border-line p-3">
                <Button
                  isSmall
                  isPending={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Load more
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Something to do with a row. */
export interface RowAction {
  title: string;
  /** The button's name for screen readers, which tells the rows apart. */
  name?: string;
  isDangerous?: boolean;
  onSelect?: () => void;
  /** The dialog that the action opens. */
  dialog?: ReactNode;
}

interface ListCardProps<T> extends Omit<PagedTableProps<T>, 'caption'> {
  title?: string;
  /** Needed without a title. */
  caption?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Shown above the rows. */
  above?: ReactNode;
  /** Buttons at the end of each row, or the items of a menu if `menuOf` says what to call the row. */
  rowActions?: (row: T) => RowAction[];
  menuOf?: (row: T) => string;
}

/** A card with a list of the API, and with what can be done with each row. */
export function ListCard<T>(props: ListCardProps<T>) {
  const {
    title,
    caption = title!,
    description,
    actions,
    above,
    columns,
    rowActions,
    menuOf,
    ...list
  } = props;
  const [dialog, setDialog] = useState<ReactNode>();
  const actionsOf = (row: T) => {
    const items = rowActions!(row).map((item) => ({ onSelect: () => setDialog(item.dialog), ...item }));
    if (items.length === 0) return null;
    return menuOf ? <Menu name={`Actions for ${menuOf(row)}`} items={items} /> : <RowButtons items={items} />;
  };
  const column: Column<T> = { title: 'Actions', isActions: true, cell: actionsOf };
  return (
    <Card
      title={title}
      description={description}
      actions={actions}
      isFlush
      className={title === undefined ? 'overflow-hidden' : ''}
    >
      {above}
      <PagedTable {...list} caption={caption} columns={rowActions ? [...columns, column] : columns} />
      <Close value={() => setDialog(undefined)}>{dialog}</Close>
    </Card>
  );
}

function RowButtons({ items }: { items: (RowAction & { onSelect: () => void })[] }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {items.map(({ title, name, onSelect }) => (
        <Button key={title} isSmall aria-label={name} onClick={onSelect}>
          {title}
        </Button>
      ))}
    </span>
  );
}

/** Replaces a table without rows in a card whose title says enough. */
export function NoRows({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-4 text-muted sm:px-5">{children}</p>;
}

interface MenuItem {
  title: string;
  onSelect: () => void;
  isDangerous?: boolean;
}

interface MenuProps {
  /** Accessible label. */
  name: string;
  items: MenuItem[];
  /** Replaces the three dots. */
  trigger?: ReactNode;
}

/** Not modal: a modal menu injects a style element, which the content security policy blocks. */
export function Menu({ name, items, trigger }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={name}
        className={classNames(
          'inline-flex items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text',
          trigger === undefined && 'size-8',
        )}
      >
        {trigger ?? <Ellipsis aria-hidden className="size-4" />}
      </DropdownMenu.Trigger>
      {/* Inside the main element, so that it belongs to a landmark. */}
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-44 rounded-lg border border-line bg-surface p-1 shadow-raised"
        >
          {items.map(({ title, onSelect, isDangerous }) => (
            <DropdownMenu.Item
              key={title}
              onSelect={onSelect}
              className={classNames(
                'cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken',
                isDangerous && 'text-danger',
              )}
            >
              {title}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
