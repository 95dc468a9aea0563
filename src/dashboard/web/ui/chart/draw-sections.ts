import type uPlot from 'uplot';
import type { ChartSection } from './sections.ts';

/** Space above the drawing for the section titles. */
export const SECTION_TITLES_PX = 24;
const GAP_PX = 4;

interface Look {
  colour: string;
  font: string;
}

/** Draws a dashed line where each section but the first starts, and titles where they fit. */
export function drawSections(plot: uPlot, sections: ChartSection[], { colour, font }: Look): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const right = bbox.left + bbox.width;
  const placeOf = (seconds: number) =>
    Math.min(right, Math.max(bbox.left, plot.valToPos(seconds, 'x', true)));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = ratio;
  ctx.font = font.replace(/^\d+/, (px) => String(Number(px) * ratio));
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  sections.forEach(({ title, shortTitle, from }, i) => {
    const left = placeOf(from);
    const end = i + 1 < sections.length ? placeOf(sections[i + 1].from) : plot.width * ratio;
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
