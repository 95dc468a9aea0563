import type { Field } from '../../../api/schemas.ts';
import type { ChartColour } from '../../../ui/chart/series.ts';

export interface Panel extends NonNullable<Field['panel']> {
  fields: Field[];
}

/** Groups related fields of one unit by the panels that the API defines. */
export function panelsOf(catalogue: readonly Field[]): Panel[] {
  const panels = new Map<string, Panel>();
  for (const field of catalogue) {
    if (!field.panel) continue;
    const panel = panels.get(field.panel.title) ?? { ...field.panel, fields: [] };
    panel.fields.push(field);
    panels.set(panel.title, panel);
  }
  return [...panels.values()];
}

export const COLOURS: ChartColour[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'];
