import { useState } from 'react';
import type { Series } from './series.ts';

interface ChartTableProps {
  name: string;
  times: number[];
  series: Series[];
  timeOf: (seconds: number) => string;
  textOf: (value: number | null) => string;
  /** The source of a time's values, for charts with several sources. */
  sourceOf?: (seconds: number) => string | undefined;
}

/** The chart's values as a table, newest last. It is rendered only once it is opened. */
export function ChartTable({ name, times, series, timeOf, textOf, sourceOf }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="text-[0.8125rem]">
      <summary className="w-fit rounded text-muted select-none hover:text-text">Show as table</summary>
      {isOpen && (
        <div
          tabIndex={0}
          role="region"
          aria-label={`${name} as table`}
          className="relative mt-2 max-h-72 overflow-auto rounded-md border border-line"
        >
          <table className="w-full text-left tabular-nums">
            <caption className="sr-only">{name}</caption>
            <thead className="sticky top-0 bg-sunken">
              <tr>
                <th scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                  Time
                </th>
                {series.map(({ title }) => (
                  <th key={title} scope="col" className="px-3 py-1.5 text-right font-medium">
                    {title}
                  </th>
                ))}
                {sourceOf !== undefined && (
                  <th scope="col" className="px-3 py-1.5 font-medium">
                    Source
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {times.map((seconds, i) => (
                <tr key={seconds} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap text-muted">
                    {timeOf(seconds)}
                  </th>
                  {series.map(({ title, values }) => (
                    <td key={title} className="px-3 py-1 text-right whitespace-nowrap">
                      {textOf(values[i])}
                    </td>
                  ))}
                  {sourceOf !== undefined && (
                    <td className="px-3 py-1 whitespace-nowrap text-muted">{sourceOf(seconds) ?? '–'}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
