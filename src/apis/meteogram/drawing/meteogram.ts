import { dayNames } from './calendar.js';
import type { Chart, Panel } from './chart.js';
import { Paint } from './paint.js';
import { precipitationPanel } from './panels/precipitation.panel.js';
import { pressurePanel } from './panels/pressure.panel.js';
import { skyPanel } from './panels/sky.panel.js';
import { temperaturePanel } from './panels/temperature.panel.js';
import { windPanel } from './panels/wind.panel.js';
import { DRAWN_FIELDS, type Meteogram } from './meteogram.types.js';
import { summaryOf } from './summary.js';
import { content, element, type Markup } from './svg.js';
import { shortened, textAt, TEXT_SIZE, widthOf, wrapped } from './texts.js';
import { TimeAxis } from './time-axis.js';

const FONTS = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MARGIN = 12;
/** Room for the values beside the grid lines. */
const LEFT = 52;
const TITLE_SIZE = 16;
const LINE_HEIGHT = 15;
/** Heights of the title, down to the first line below it, and of the names of the days. */
const TITLE_HEIGHT = 44;
const DAYS_HEIGHT = 20;
const HOURS_HEIGHT = 28;
const PANEL_GAP = 8;
const GAP_TEXT = 'No forecast';

/** Draws a forecast as a meteogram: hours from left to right, one quantity below the other. */
export function drawMeteogram(meteogram: Meteogram): string {
  const { width, theme, series, units, latitude, longitude, timeZone, startMs, endMs } = meteogram;
  const paint = new Paint(theme);
  const axis = new TimeAxis({
    left: LEFT,
    right: width - MARGIN,
    startMs,
    endMs,
    timeZone,
    latitude,
    longitude,
  });
  const chart: Chart = { axis, paint, series, units };
  // Not every model has it.
  const hasPressure = series.values('pressureSurfaceLevel').some((value) => !Number.isNaN(value));
  const panels = [
    ...[skyPanel, temperaturePanel, precipitationPanel, windPanel],
    ...(hasPressure ? [pressurePanel] : []),
  ].map((make) => make(chart));
  const notes = meteogram.notes.flatMap((note) => wrapped(note, width - 2 * MARGIN));
  const subtitle = wrapped(meteogram.subtitle, width - 2 * MARGIN);
  const daysTop = TITLE_HEIGHT + (subtitle.length - 1) * LINE_HEIGHT + 10;
  const plotTop = daysTop + DAYS_HEIGHT;
  const plotBottom = plotTop + panels.reduce((sum, panel) => sum + panel.height + PANEL_GAP, 0);
  const notesTop = plotBottom + HOURS_HEIGHT;
  const height = notesTop + notes.length * LINE_HEIGHT + MARGIN;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-labelledby': 'meteogram-title meteogram-description',
      'font-family': FONTS,
    },
    element('title', { id: 'meteogram-title' }, content(`Weather forecast for ${meteogram.title}`)),
    element('desc', { id: 'meteogram-description' }, content(summaryOf(meteogram))),
    ...paint.styles,
    element('rect', { width, height, ...paint.of({ fill: 'day' }) }),
    ...header(meteogram, subtitle, paint),
    element('g', { id: 'nights' }, ...nights(chart, plotTop, plotBottom)),
    ...days(chart, daysTop, plotBottom),
    ...gaps(chart, plotTop, plotBottom),
    ...panelsBelow(panels, plotTop),
    ...gapTexts(chart, plotTop, plotBottom),
    ...hours(chart, plotBottom),
    ...notes.map((note, i) => textAt(paint, MARGIN, notesTop + 8 + i * LINE_HEIGHT, note)),
  );
}

function header({ title, width }: Meteogram, subtitle: readonly string[], paint: Paint): Markup[] {
  const room = width - 2 * MARGIN;
  return [
    textAt(paint, MARGIN, 26, shortened(title, room, TITLE_SIZE), {
      colour: 'ink',
      size: TITLE_SIZE,
      bold: true,
    }),
    ...subtitle.map((line, i) => textAt(paint, MARGIN, TITLE_HEIGHT + i * LINE_HEIGHT, line)),
  ];
}

function panelsBelow(panels: readonly Panel[], plotTop: number): Markup[] {
  let top = plotTop;
  return panels.map((panel) => {
    const drawn = element('g', { id: `panel-${panel.name}` }, ...panel.draw(top));
    top += panel.height + PANEL_GAP;
    return drawn;
  });
}

function nights({ axis, paint }: Chart, top: number, bottom: number): Markup[] {
  return axis.nights.map((night) =>
    element('rect', {
      x: axis.x(night.startMs),
      y: top,
      width: axis.pixels(night),
      height: bottom - top,
      ...paint.of({ fill: 'night' }),
    }),
  );
}

function days({ axis, paint }: Chart, top: number, bottom: number): Markup[] {
  return axis.days.flatMap((day) => {
    const x = axis.x(day.startMs);
    const name = dayNames(day.day).find((each) => widthOf(each, 12, true) <= axis.pixels(day) - 8);
    const line = { x1: x, x2: x, y1: top + 4, y2: bottom, 'stroke-width': 1 };
    return [
      element('line', { ...line, 'stroke-opacity': 0.5, ...paint.of({ stroke: 'muted' }) }),
      ...(name ? [textAt(paint, x + 5, top + 15, name, { colour: 'ink', size: 12, bold: true })] : []),
    ];
  });
}

/** Marks hours that no model covers, so that they do not look dry or calm. */
function gaps({ axis, paint, series }: Chart, top: number, bottom: number): Markup[] {
  return series.gaps(DRAWN_FIELDS, axis).map((gap) =>
    element('rect', {
      x: axis.x(gap.startMs),
      y: top,
      width: axis.pixels(gap),
      height: bottom - top,
      'data-gap': '',
      'stroke-dasharray': '4 4',
      ...paint.of({ fill: 'day', stroke: 'muted' }),
    }),
  );
}

function gapTexts({ axis, paint, series }: Chart, top: number, bottom: number): Markup[] {
  const wide = series.gaps(DRAWN_FIELDS, axis).filter((gap) => widthOf(GAP_TEXT, 12) < axis.pixels(gap));
  const style = { size: 12, bold: true, anchor: 'middle', halo: 'day' } as const;
  return wide.map((gap) => textAt(paint, axis.middle(gap), (top + bottom) / 2, GAP_TEXT, style));
}

function hours({ axis, paint }: Chart, bottom: number): Markup[] {
  return axis.ticks.flatMap(({ timeMs, localHour }) => {
    const x = axis.x(timeMs);
    const text = String(localHour).padStart(2, '0');
    return [
      element('line', { x1: x, x2: x, y1: bottom, y2: bottom + 3, ...paint.of({ stroke: 'muted' }) }),
      textAt(paint, x, bottom + 4 + TEXT_SIZE, text, { anchor: 'middle' }),
    ];
  });
}
