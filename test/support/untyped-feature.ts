import type { Feature } from '../../src/core/features/feature.types.js';

/** Casts members to a feature, as untyped JavaScript might define it. */
export const feature = (members: Record<string, unknown>) =>
  ({ name: 'alerts', ...members }) as unknown as Feature;

export const SCOPE = { title: 'Read alerts', holders: ['key'], byDefault: true };
export const PAGE = { path: '/alerts', title: 'Alerts', script: new URL(import.meta.url) };
export const PROBLEM = { status: 409, title: 'Too many alerts', help: 'Delete one.' };
export const METRIC = {
  name: 'hail',
  title: 'Hail',
  description: 'Hail in the hour.',
  quantity: 'length',
  decimals: 1,
  needs: ['precipitation'],
  course: 'held',
  derive: () => new Float64Array(),
  daily: ['sum'],
  method: 'As it is.',
};
export const PERMISSION = { title: 'Manage alerts', roles: ['owner'] };
export const SETTING = { kind: 'url', description: 'Where alerts come from.' };
export const SCHEME = { type: 'http', scheme: 'bearer' };
export const GUST = { name: 'windGustMax', title: 'Gust', measure: 'maximum' };
