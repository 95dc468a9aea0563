import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../../api/transport/store.ts';
import { isDark } from '../../shell/theme.ts';
import { DAY_SECONDS } from '../durations.ts';
import { type ChartColour, type ChartSection, dashOf, type Series, SHAPES } from './series.ts';
import type { TimeLabels } from './time-labels.ts';

/** Unix times in seconds of the first and the last shown value. */
export interface Zoom {
  from: number;
  to: number;
}

interface PlotProps {
  name: string;
  look: PlotLook;
  /** Unix times in seconds. */
  times: number[];
  heightPx: number;
  index: number | null;
  onIndex: (index: number | null) => void;
  isZoomed: boolean;
  /** Called with the part that the user wants to see, or null for everything. */
  onZoom: (zoom: Zoom | null) => void;
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
export function Plot({ name, look, times, heightPx, index, onIndex, isZoomed, onZoom, describe }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
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
    const element = box.current!;
    const drawn = new uPlot(
      { ...plotOptions(look, onIndex, onZoom), width: element.clientWidth, height: heightPx },
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isZoomed && (event.key === '-' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      onZoom(null);
    }
    if (event.key === '+') {
      const span = Math.ceil(last / 2);
      const from = Math.min(last - span, Math.max(0, (index ?? span) - Math.ceil(span / 2)));
      if (span > 0 && span < last) onZoom({ from: times[from], to: times[from + span] });
    }
    const step = KEYS[event.key];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, step(index ?? -1, last)));
    plot.current?.setCursor({ left: plot.current.valToPos(times[next], 'x'), top: 0 });
  };
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? 0}
      aria-valuetext={
        index === null ? 'Use the arrow keys to move, and plus and minus to zoom' : describe(index)
      }
      onKeyDown={move}
      onDoubleClick={() => onZoom(null)}
      className="min-w-0 overflow-hidden rounded-md"
    />
  );
}

interface PlotLook {
  series: Series[];
  sections: ChartSection[];
  timeZone: string;
  labels: TimeLabels;
  formatValue: (value: number) => string;
  /** Fixed limits of the scale. */
  range?: [number, number];
  /** Length of a bar in seconds. */
  stepSeconds: number;
  isFromZero: boolean;
  isByDay: boolean;
}

/** Steps between day labels; whole days, so that no label is repeated. */
const DAY_STEPS_SECONDS = [1, 2, 4, 8].map((days) => days * DAY_SECONDS);
const FONT = '12px ui-sans-serif, system-ui, sans-serif';
const CHARACTER_PX = 7;
const AXIS_PADDING_PX = 18;
const BAR_SHARE = 0.78;
const WIDEST_BAR_PX = 48;

const TILE_PX = 8;
const MARK_PX = 5;
/** A drag must be longer than a click that slips. */
const LEAST_DRAG_PX = 8;

const colourOf = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

/** Colors are resolved at each redraw, so that they follow the theme. */
function plotOptions(
  look: PlotLook,
  onCursor: (index: number | null) => void,
  onZoom: (zoom: Zoom) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const hasBars = look.series.some(({ kind }) => kind === 'bars');
  const grid = { stroke: () => colourOf('line'), width: 1 };
  const axis = { stroke: () => colourOf('muted'), font: FONT, grid, ticks: { show: false } };
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), look.timeZone),
    legend: { show: false },
    padding: [look.sections.length > 0 ? SECTION_TITLES_PX : 12, 32, 0, 0],
    scales: {
      x: { range: (_plot, min, max) => [min, hasBars ? max + look.stepSeconds : Math.max(max, min + 1)] },
      y: { range: (_plot, min, max) => look.range ?? rangeOf(min, max, look.isFromZero) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ...(look.isByDay && { incrs: DAY_STEPS_SECONDS }),
        space: 64,
        size: 30,
        values: (_plot, splits, _axis, _space, step) =>
          splits.map((seconds) => look.labels.axis(seconds, step)),
      },
      {
        ...axis,
        space: 36,
        size: (_plot, values) =>
          AXIS_PADDING_PX + CHARACTER_PX * Math.max(2, ...(values ?? []).map((text) => text.length)),
        values: (_plot, splits) => splits.map(look.formatValue),
      },
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      points: { show: !hasBars, size: 7 },
    },
    series: [{}, ...look.series.map((series) => seriesOptions(series, hasBars))],
    bands: bandsOf(look.series),
    hooks: {
      setSelect: [(plot) => selectPart(plot, onZoom)],
      setCursor: [({ cursor }) => onCursor(cursor.idx ?? null)],
      drawClear: [(plot) => drawSections(plot, look.sections, { colour: colourOf('muted'), font: FONT })],
    },
  };
}

/** Zooms to what was dragged over. */
function selectPart(plot: uPlot, onZoom: (zoom: Zoom) => void): void {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG_PX) return;
  const [from, to] = [plot.posToIdx(left), plot.posToIdx(left + width)];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (to > from) onZoom({ from: plot.data[0][from], to: plot.data[0][to] });
}

/** The color of bars, with the pattern that sets them apart without it. */
function patternOf(colour: ChartColour): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(TILE_PX * devicePixelRatio);
  const context = tile.getContext('2d')!;
  context.fillStyle = colourOf(colour);
  context.fillRect(0, 0, tile.width, tile.height);
  context.scale(tile.width / TILE_PX, tile.height / TILE_PX);
  context.strokeStyle = colourOf('surface');
  context.lineWidth = 1.25;
  context.stroke(new Path2D(SHAPES[colour].pattern));
  return context.createPattern(tile, 'repeat') ?? colourOf(colour);
}

/** Draws the points of a series in the shape of its color. */
function marksOf(colour: ChartColour): uPlot.Series.Points.PathBuilder {
  return (plot, i, first, last, indices) => {
    const mark = new Path2D(SHAPES[colour].mark);
    const fill = new Path2D();
    const shown = indices ?? Array.from({ length: last - first + 1 }, (_, at) => first + at);
    for (const at of shown) {
      const value = plot.data[i][at];
      if (value === null || value === undefined) continue;
      const [x, y] = [plot.valToPos(plot.data[0][at], 'x', true), plot.valToPos(value, 'y', true)];
      fill.addPath(mark, new DOMMatrix([devicePixelRatio, 0, 0, devicePixelRatio, x, y]));
    }
    return { stroke: null, fill };
  };
}

/** Shades the area between two edges, with 20% opacity. */
function bandsOf(series: Series[]): uPlot.Band[] {
  return series.flatMap(({ upTo, colour }, i) => {
    const upper = series.findIndex(({ title }) => title === upTo);
    return upper < 0 ? [] : [{ series: [upper + 1, i + 1], fill: () => `${colourOf(colour)}33` }];
  });
}

/** @param isByHour whether a value holds until the next one, as next to bars */
function seriesOptions(series: Series, isByHour: boolean): uPlot.Series {
  const { kind, colour } = series;
  const stroke = () => colourOf(colour);
  const steps = isByHour ? uPlot.paths.stepped!({ align: 1 }) : undefined;
  if (kind === 'bound')
    return { stroke: () => `${colourOf(colour)}80`, width: 1, points: { show: false }, paths: steps };
  if (kind === 'bars')
    return {
      width: 0,
      fill: () => patternOf(colour),
      stroke,
      points: { show: false },
      paths: uPlot.paths.bars!({ size: [BAR_SHARE, WIDEST_BAR_PX], align: 1 }),
    };
  return {
    stroke,
    width: 2,
    dash: dashOf(series),
    points: { show: kind !== 'line', size: MARK_PX, fill: stroke, paths: marksOf(colour) },
    paths: kind === 'marks' ? () => null : steps,
  };
}

/** Adds some room above and below, but none below zero if no value is negative. */
function rangeOf(min: number | null, max: number | null, isFromZero: boolean): [number, number] {
  if (min === null || max === null) return [0, 1];
  const from = isFromZero ? Math.min(0, min) : min;
  if (from === 0 && max === 0) return [0, 1];
  const room = (max - from || Math.abs(max) || 1) * 0.08;
  return [from === 0 ? 0 : from - room, max + room];
}

/** Space above the drawing for the section titles. */
const SECTION_TITLES_PX = 24;
const GAP_PX = 4;

interface Look {
  colour: string;
  font: string;
}

/** Draws a dashed line where each section but the first starts, and titles where they fit. */
function drawSections(plot: uPlot, sections: ChartSection[], { colour, font }: Look): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const right = bbox.left + bbox.width;
  const xOf = (seconds: number) => Math.min(right, Math.max(bbox.left, plot.valToPos(seconds, 'x', true)));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = ratio;
  ctx.font = font.replace(/^\d+/, (px) => String(Number(px) * ratio));
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  sections.forEach(({ title, shortTitle, from }, i) => {
    const left = xOf(from);
    const end = i + 1 < sections.length ? xOf(sections[i + 1].from) : plot.width * ratio;
    if (i > 0) {
      ctx.beginPath();
      ctx.moveTo(left, bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
    }
    const room = end - left - GAP_PX * ratio;
    const fitting = [title, shortTitle].find((text) => ctx.measureText(text).width < room);
    if (fitting !== undefined) ctx.fillText(fitting, left, bbox.top - GAP_PX * ratio);
  });
  ctx.restore();
}
