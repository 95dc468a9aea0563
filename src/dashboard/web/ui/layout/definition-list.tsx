import type { ReactNode } from 'react';

/** Names with their values, side by side where there is room and stacked otherwise. */
export function DefinitionList({ items }: { items: { title: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-3">
      {items.map(({ title, value }) => (
        <div key={title} className="contents">
          <dt className="text-muted">{title}</dt>
          <dd className="mb-2 min-w-0 wrap-anywhere sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
