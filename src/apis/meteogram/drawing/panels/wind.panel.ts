import { type Chart, type Panel, UNIT_LABELS } from '../chart.js';
import { runsOf, smoothPath } from '../curves.js';
import { gridLines, panelTitle, TITLE_HEIGHT } from '../grid.js';
import { roundScale } from '../scale.js';
import { element, type Markup, shortNumber } from '../svg.js';
import { textAt } from '../texts.js';

const PLOT_HEIGHT = 56;
const ARROWS_HEIGHT = 22;
const LEAST_HIGHEST = { metric: 4, imperial: 10 };
const RADIANS = Math.PI / 180;
const GUSTS = 'dashed: gusts';
/** Points to where a north wind blows. */
const ARROW = 'M0,-8L0,8M-4,3L0,8L4,3';

/** Wind speed and gusts, with the direction in which it blows below. */
export function windPanel(chart: Chart): Panel {
  const { axis, paint, series, units } = chart;
  return {
    name: 'wind',
    height: TITLE_HEIGHT + PLOT_HEIGHT + ARROWS_HEIGHT,
    draw: (top) => {
      const scale = roundScale([series.values('windSpeed'), series.values('windGust')], {
        top: top + TITLE_HEIGHT,
        height: PLOT_HEIGHT,
        least: LEAST_HIGHEST[units],
        lines: 4,
        from: 0,
      });
      const line = (name: string, attributes: object) => {
        const runs = runsOf(series.points(name, scale, axis));
        const paths = runs.map((points) =>
          element('path', {
            d: smoothPath(points),
            fill: 'none',
            ...attributes,
            ...paint.of({ stroke: 'wind' }),
          }),
        );
        return element('g', { id: name }, ...paths);
      };
      return [
        panelTitle(chart, top, `Wind ${UNIT_LABELS[units].wind}`),
        textAt(paint, axis.right - 4, top + 13, GUSTS, { anchor: 'end' }),
        ...gridLines(chart, scale),
        line('windGust', { 'stroke-width': 1.5, 'stroke-dasharray': '4 3' }),
        line('windSpeed', { 'stroke-width': 2.25, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
        element('g', { id: 'windDirection' }, ...arrows(chart, top + TITLE_HEIGHT + PLOT_HEIGHT + 13)),
      ];
    },
  };
}

/** The mean direction of each slot, weighted by wind speed; none in calm air. */
function arrows({ axis, paint, series }: Chart, y: number): Markup[] {
  return axis.slots.flatMap((slot) => {
    const speeds = series.within(slot, 'windSpeed');
    const directions = series.within(slot, 'windDirection');
    if (speeds.length === 0 || speeds.length !== directions.length) return [];
    const sum = (part: (radians: number) => number) =>
      speeds.reduce((all, speed, i) => all + speed * part(directions[i] * RADIANS), 0);
    const [east, north] = [sum(Math.sin), sum(Math.cos)];
    if (Math.hypot(east, north) < 0.05) return [];
    const degrees = Math.atan2(east, north) / RADIANS;
    return [
      element('path', {
        d: ARROW,
        transform: `translate(${shortNumber(axis.middle(slot))} ${shortNumber(y)}) rotate(${Math.round((degrees + 360) % 360)})`,
        fill: 'none',
        'stroke-width': 1.75,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        ...paint.of({ stroke: 'wind' }),
      }),
    ];
  });
}
