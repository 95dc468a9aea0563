import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../../api/transport/store.ts';
import { isDark } from '../../shell/theme.ts';
import { type PlotLook, plotOptions } from './plot-options.ts';

interface PlotProps {
  name: string;
  look: PlotLook;
  /** Unix times in seconds. */
  times: number[];
  heightPx: number;
  index: number | null;
  onIndex: (index: number | null) => void;
  /** Text of the values at an index, announced when the arrow keys move the cursor. */
  describe: (index: number) => string;
}

const KEYS: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageUp: (index) => index - 12,
  PageDown: (index) => index + 12,
  Home: () => 0,
  End: (_index, last) => last,
};

/** The drawing. For keyboards and screen readers it is a slider over the times. */
export function Plot({ name, look, times, heightPx, index, onIndex, describe }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const last = times.length - 1;
  const data = useMemo<uPlot.AlignedData>(
    () => [times, ...look.series.map(({ values }) => values)],
    [times, look.series],
  );
  const shape = JSON.stringify([
    look.series.map(({ title, kind, colour, dash, upTo }) => [title, kind, colour, dash, upTo]),
    look.sections,
    look.timeZone,
    look.stepSeconds,
    look.range,
    look.formatValue(0),
  ]);

  useEffect(() => {
    const element = place.current!;
    const drawn = new uPlot(
      { ...plotOptions(look, onIndex), width: element.clientWidth, height: heightPx },
      data,
      element,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: heightPx }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      plot.current = null;
    };
    // Only a different shape needs a new plot; new values are set below.
  }, [shape]);
  useEffect(() => plot.current?.setData(data), [data]);
  const scheme = useStore(isDark);
  useEffect(() => plot.current?.redraw(false), [scheme]);

  const move = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, step(index ?? -1, last)));
    plot.current?.setCursor({ left: plot.current.valToPos(times[next], 'x'), top: 0 });
  };
  return (
    <div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? 0}
      aria-valuetext={index === null ? 'Use the arrow keys to move' : describe(index)}
      onKeyDown={move}
      className="min-w-0 overflow-hidden rounded-md"
    />
  );
}
