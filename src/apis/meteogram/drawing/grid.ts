import type { Chart } from './chart.js';
import { markText, type Scale } from './scale.js';
import { element, type Markup } from './svg.js';
import { textAt, TEXT_SIZE } from './texts.js';

export const TITLE_HEIGHT = 18;

/** A panel's name above its plot. */
export function panelTitle({ axis, paint }: Chart, top: number, title: string): Markup {
  return textAt(paint, axis.left + 5, top + 13, title, { colour: 'ink', bold: true });
}

/** The lines of a scale, with their values beside them. */
export function gridLines({ axis, paint }: Chart, scale: Scale): Markup[] {
  return scale.marks.flatMap((mark) => {
    const y = scale.y(mark);
    const { left: x1, right: x2 } = axis;
    return [
      element('line', { x1, x2, y1: y, y2: y, 'stroke-width': 1, ...paint.of({ stroke: 'grid' }) }),
      textAt(paint, x1 - 5, y + TEXT_SIZE * 0.36, markText(mark, scale), { anchor: 'end' }),
    ];
  });
}
