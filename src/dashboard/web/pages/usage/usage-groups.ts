import type { Usage, UsageGroup } from '../../api/schemas.ts';
import type { ChartColour, Series } from '../../ui/chart/series.ts';

export const GROUPINGS = {
  status: 'Status',
  endpoint: 'Endpoint',
  api_key: 'API key',
  client: 'Client',
} as const;
export type Grouping = keyof typeof GROUPINGS;

/** The title as it appears within a sentence. */
export const groupingInText = (grouping: Grouping): string =>
  grouping === 'api_key' ? GROUPINGS[grouping] : GROUPINGS[grouping].toLowerCase();

export const isGrouping = (value: unknown): value is Grouping =>
  typeof value === 'string' && value in GROUPINGS;

type Counts = Pick<UsageGroup, 'requests' | 'units' | 'errors' | 'throttled' | 'bytes'>;

export interface GroupTotal extends Counts {
  title: string;
  colour: ChartColour;
}

interface GroupedUsage {
  series: Series[];
  totals: GroupTotal[];
}

interface Kind {
  title: string;
  colour?: ChartColour;
}

const COLOURS: ChartColour[] = ['chart-1', 'chart-3', 'chart-4', 'chart-2', 'chart-6'];
const REST = 'All others';
/** The service's name for the dashboard's short-lived keys. */
const EPHEMERAL = 'Ephemeral key';

/** Outcomes by status, in stacking order. */
const OUTCOMES = {
  served: { title: 'Served', colour: 'chart-1' },
  refused: { title: 'Rejected (4xx)', colour: 'chart-5' },
  limited: { title: 'Rate limited (429)', colour: 'chart-4' },
  failed: { title: 'Failed (5xx)', colour: 'chart-6' },
} as const;

function outcomeOf(status: number): Kind {
  if (status === 429) return OUTCOMES.limited;
  if (status >= 500) return OUTCOMES.failed;
  return status >= 400 ? OUTCOMES.refused : OUTCOMES.served;
}

function kindOf(group: UsageGroup, grouping: Grouping): Kind {
  switch (grouping) {
    case 'status':
      return outcomeOf(group.status!);
    case 'endpoint':
      return { title: group.endpoint! };
    case 'api_key':
      return { title: nameOf(group.api_key_id, group.api_key_name) };
    case 'client':
      return { title: nameOf(group.client_id, group.client_name) };
  }
}

/** Titles end with the end of the ID, which distinguishes equal names. Deleted keys and clients have only an ID. */
function nameOf(id?: string | null, name?: string | null): string {
  if (!id) return REST;
  if (name === EPHEMERAL) return 'Ephemeral keys (dashboard)';
  return name ? `${name} (…${id.slice(-4)})` : id;
}

/** Series of the busiest groups in their own colors and of all others together, and every group's totals. */
export function groupUsage({ buckets }: Usage, grouping: Grouping): GroupedUsage {
  const groups = sumByTitle(buckets, grouping);
  const ranked = [...groups.values()].sort((one, other) => other.total.requests - one.total.requests);
  const isRanked = grouping !== 'status';
  const order = Object.values(OUTCOMES).map(({ title }) => title as string);
  const sorted = isRanked
    ? ranked
    : ranked.sort((a, b) => order.indexOf(a.total.title) - order.indexOf(b.total.title));
  const shown = isRanked ? sorted.slice(0, COLOURS.length) : sorted;
  shown.forEach((group, i) => (group.total.colour = group.colour ?? COLOURS[i]));
  const series: Series[] = shown.map(({ total, values }) => ({
    title: total.title,
    colour: total.colour,
    kind: 'bars',
    values,
  }));
  const rest = sorted.slice(shown.length);
  if (rest.length > 0) {
    const values = buckets.map((_, i) => rest.reduce((sum, group) => sum + group.values[i], 0));
    series.push({ title: `${rest.length} more`, colour: 'chart-rest', kind: 'bars', values });
  }
  return { series, totals: sorted.map(({ total }) => total) };
}

interface Sum {
  colour?: ChartColour;
  total: GroupTotal;
  values: number[];
}

function sumByTitle(buckets: Usage['buckets'], grouping: Grouping): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  buckets.forEach((bucket, i) => {
    for (const group of bucket.groups) {
      const { title, colour } = kindOf(group, grouping);
      const sum = sums.get(title) ?? {
        colour,
        total: { title, colour: 'chart-rest', requests: 0, units: 0, errors: 0, throttled: 0, bytes: 0 },
        values: new Array<number>(buckets.length).fill(0),
      };
      sums.set(title, sum);
      sum.values[i] += group.requests;
      for (const count of ['requests', 'units', 'errors', 'throttled', 'bytes'] as const)
        sum.total[count] += group[count];
    }
  });
  return sums;
}
