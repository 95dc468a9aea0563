import { LIST_PRICES, trafficPrice } from './list-prices.js';
import { type MeasuredCosts } from './measured-costs.js';

/** The load to serve. */
export interface Demand {
  /** Average around the clock. */
  requestsPerSecond: number;
  /** Share of requests that repeat a request of the past hour. */
  repeatedShare: number;
  clients: number;
  /** Quarters of an hour per day in which a client sends requests. */
  activeQuartersPerDay: number;
  /** Global models at 0.25°, each with four runs a day. */
  models: number;
  usageRetentionDays: number;
  requestLogRetentionDays: number;
}

export const EXAMPLE_DEMAND: Demand = {
  requestsPerSecond: 10_000,
  repeatedShare: 0.9,
  clients: 1_000_000,
  activeQuartersPerDay: 8,
  models: 4,
  usageRetentionDays: 400,
  requestLogRetentionDays: 7,
};

/** Planned utilization of a core, which leaves room for peaks and the loss of a machine. */
export const BUSY_SHARE = 0.5;
const RUNS_PER_DAY = 4;
const RUNS_KEPT = 2;
const SECONDS_PER_DAY = 86_400;
const DAYS_PER_MONTH = 30;
/** Memory of a machine for its system and for the processes with their cached responses and keys. */
const MACHINE_RESERVE_GIB = 4;
const MACHINE_NETWORK_GBIT = 10;

export interface CapacityPlan {
  apiCores: number;
  apiMachines: number;
  ingestCores: number;
  databaseCores: number;
  /** Per API machine: the newest runs, which must be in memory to be read at the measured speed. */
  runsInMemoryGb: number;
  bandwidthGbit: number;
  trafficTbPerMonth: number;
  downloadGbPerDay: number;
  bucketGb: number;
  database: { clientsGb: number; rollUpsGb: number; requestLogGb: number; totalGb: number };
  usageRowsPerSecond: number;
  monthlyUsd: Record<'api' | 'ingest' | 'database' | 'disks' | 'bucket' | 'traffic' | 'total', number>;
  /** How many of each limiting resource are needed, most first. The first is exhausted first as the demand grows. */
  limits: { name: string; times: number; remedy: string }[];
}

/** Extrapolates linearly from the costs measured on one machine. */
export function planCapacity(costs: MeasuredCosts, demand: Demand): CapacityPlan {
  const meanUs =
    demand.repeatedShare * costs.request.repeatedUs + (1 - demand.repeatedShare) * costs.request.distinctUs;
  const apiCores = (demand.requestsPerSecond * meanUs) / 1e6 / BUSY_SHARE;
  const runsInMemoryGb = demand.models * costs.run.storeGb;
  const apiMachines = Math.max(2, Math.ceil(apiCores / LIST_PRICES.coresPerMachine));
  const usage = usageRows(costs, demand);
  const databaseCores = usage.rowsPerSecond / costs.usageRowsPerSecond / BUSY_SHARE;
  const bandwidthGbit = (demand.requestsPerSecond * costs.request.gzipBytes * 8) / 1e9;
  const trafficGb =
    (demand.requestsPerSecond * costs.request.gzipBytes * SECONDS_PER_DAY * DAYS_PER_MONTH) / 1e9;
  const runsPerDay = demand.models * RUNS_PER_DAY;
  const plan = {
    apiCores,
    apiMachines,
    ingestCores: (runsPerDay * costs.run.cpuSeconds) / SECONDS_PER_DAY / BUSY_SHARE,
    databaseCores,
    runsInMemoryGb,
    bandwidthGbit,
    trafficTbPerMonth: trafficGb / 1000,
    downloadGbPerDay: runsPerDay * costs.run.downloadGb,
    bucketGb: demand.models * RUNS_KEPT * costs.run.storeGb,
    database: usage.database,
    usageRowsPerSecond: usage.rowsPerSecond,
  };
  return {
    ...plan,
    monthlyUsd: monthlyPrice(plan, trafficGb),
    limits: limitsOf(plan, costs),
  };
}

/** Assumes that a client's requests are spread evenly over its active quarters, with one key, route and status. */
function usageRows(costs: MeasuredCosts, demand: Demand) {
  const { clients, activeQuartersPerDay, requestsPerSecond } = demand;
  const requestsPerDay = requestsPerSecond * SECONDS_PER_DAY;
  const quarters = clients * activeQuartersPerDay;
  const minutes = Math.min(requestsPerDay, quarters * 15);
  const { rowBytes } = costs;
  const clientsGb = (clients * (rowBytes.client + rowBytes.key)) / 1e9;
  const keptQuarters = quarters * demand.usageRetentionDays * rowBytes.clientQuarter;
  const keptDays = clients * demand.usageRetentionDays * rowBytes.clientDay;
  const rollUpsGb = (minutes * 2 * rowBytes.clientMinute + keptQuarters + keptDays) / 1e9;
  const requestLogGb = (requestsPerDay * demand.requestLogRetentionDays * rowBytes.loggedRequest) / 1e9;
  return {
    database: { clientsGb, rollUpsGb, requestLogGb, totalGb: clientsGb + rollUpsGb + requestLogGb },
    // Per second: a minute, a quarter and a day row for each client with requests, and a log row per request.
    rowsPerSecond: Math.min(requestsPerSecond, clients) * 3 + requestsPerSecond,
  };
}

type Sizes = Omit<CapacityPlan, 'monthlyUsd' | 'limits'>;

function monthlyPrice(plan: Sizes, trafficGb: number): CapacityPlan['monthlyUsd'] {
  const { coreHour, hoursPerMonth, diskGbMonth, bucketGbMonth, coresPerMachine } = LIST_PRICES;
  const core = coreHour * hoursPerMonth;
  const parts = {
    api: plan.apiMachines * coresPerMachine * core,
    ingest: Math.max(2, Math.ceil(plan.ingestCores)) * core,
    database: Math.ceil(plan.databaseCores) * core,
    disks: (plan.database.totalGb + plan.apiMachines * plan.bucketGb) * diskGbMonth,
    bucket: plan.bucketGb * bucketGbMonth,
    traffic: trafficPrice(trafficGb),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** The capacity of a single machine, volume or writing connection. */
function limitsOf(plan: Sizes, costs: MeasuredCosts): CapacityPlan['limits'] {
  const { coresPerMachine, memoryGibPerCore, volumeGb } = LIST_PRICES;
  const memoryGb = (coresPerMachine * memoryGibPerCore - MACHINE_RESERVE_GIB) * 1.074;
  return [
    {
      name: 'Usage rows that one connection writes',
      times: plan.usageRowsPerSecond / costs.usageRowsPerSecond,
      remedy:
        'Add replicas: each has its own connection. When the database runs out of cores, move usage to its own database.',
    },
    {
      name: 'Database volume',
      times: plan.database.totalGb / volumeGb,
      remedy: 'Lower USAGE_RETENTION_DAYS and REQUEST_LOG_RETENTION_DAYS, or use separate tablespaces.',
    },
    {
      name: 'Cores of one machine for API processes',
      times: plan.apiCores / coresPerMachine,
      remedy: 'Add replicas: they share only PostgreSQL and Valkey.',
    },
    {
      name: 'Memory of one machine for the newest run of each model',
      times: plan.runsInMemoryGb / memoryGb,
      remedy: 'Use machines with more memory, or split the models between replicas.',
    },
    {
      name: 'Network of one machine',
      times: plan.bandwidthGbit / MACHINE_NETWORK_GBIT,
      remedy: 'Add replicas. Look for traffic charged by port instead of by GB.',
    },
    {
      name: 'Cores of one machine for ingest',
      times: plan.ingestCores / coresPerMachine,
      remedy: 'Split the models between machines.',
    },
  ].sort((a, b) => b.times - a.times);
}
