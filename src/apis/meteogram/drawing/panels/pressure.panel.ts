import { type Chart, type Panel, UNIT_LABELS } from '../chart.js';
import { runsOf, smoothPath } from '../curves.js';
import { gridLines, panelTitle, TITLE_HEIGHT } from '../grid.js';
import { roundScale } from '../scale.js';
import { element } from '../svg.js';

const PLOT_HEIGHT = 46;
const LEAST_SPAN = { metric: 8, imperial: 0.2 };

export function pressurePanel(chart: Chart): Panel {
  const { axis, paint, series, units } = chart;
  return {
    name: 'pressure',
    height: TITLE_HEIGHT + PLOT_HEIGHT,
    draw: (top) => {
      const scale = roundScale([series.values('pressureSurfaceLevel')], {
        top: top + TITLE_HEIGHT,
        height: PLOT_HEIGHT,
        least: LEAST_SPAN[units],
        lines: 3,
      });
      const lines = runsOf(series.points('pressureSurfaceLevel', scale, axis)).map((points) =>
        element('path', {
          d: smoothPath(points),
          fill: 'none',
          'stroke-width': 2,
          'stroke-linecap': 'round',
          ...paint.of({ stroke: 'pressure' }),
        }),
      );
      return [
        panelTitle(chart, top, `Surface pressure ${UNIT_LABELS[units].pressure}`),
        ...gridLines(chart, scale),
        element('g', { id: 'pressureSurfaceLevel' }, ...lines),
      ];
    },
  };
}
