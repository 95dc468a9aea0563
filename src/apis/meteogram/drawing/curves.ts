import { at } from './svg.js';

export interface Point {
  x: number;
  y: number;
}

/** The parts of a series between its gaps. */
export function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (!Number.isNaN(point.y)) runs.at(-1)!.push(point);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

/**
 * A smooth path through points that never overshoots them: each part is a cubic with the slopes of F. N. Fritsch and J.
 * Butland, SIAM J. Sci. Stat. Comput. 5 (1984).
 */
export function smoothPath(points: readonly Point[]): string {
  const rises = points.slice(1).map((point, i) => (point.y - points[i].y) / (point.x - points[i].x));
  const slopes = points.map((_, i) => slopeBetween(rises[i - 1], rises[i]));
  const parts = points.slice(1).map((to, i) => {
    const from = points[i];
    const third = (to.x - from.x) / 3;
    const leaving = at(from.x + third, from.y + slopes[i] * third);
    const arriving = at(to.x - third, to.y - slopes[i + 1] * third);
    return `C${leaving} ${arriving} ${at(to.x, to.y)}`;
  });
  // A single point shows as a dot, due to the round caps of its line.
  const start = `M${at(points[0].x, points[0].y)}`;
  return parts.length === 0 ? `${start}h0.01` : start + parts.join('');
}

function slopeBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return before ?? after ?? 0;
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
}
