import { isDeepStrictEqual, promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import {
  OBSERVED_FIELDS,
  type ObservedValues,
  type StationReport,
} from '../../weather/observations/index.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** One station's week is then read from some 170 small blocks. */
const PARTS = 64;
/** A report is for an hour if it is no farther from it. */
const NEAR_MS = 15 * MINUTE_MS;

/** A report as it is stored. */
export interface StoredReport {
  readonly stationId: string;
  readonly observedAtMs: number;
  /** When the service received it. */
  readonly receivedAtMs: number;
  readonly isSpecial: boolean;
  readonly values: ObservedValues;
  /** As the station sent it; null in thinned blocks. */
  readonly text: string | null;
}

/** Of each report the same, since what is alike takes less space together. Times are seconds since the first one. */
interface PackedReports {
  readonly ids: readonly string[];
  readonly firstS: number;
  readonly observedS: readonly number[];
  readonly receivedS: readonly number[];
  readonly special: readonly (0 | 1)[];
  /** [field][report] */
  readonly values: readonly (readonly (number | null)[])[];
  readonly texts: readonly (string | null)[];
}

/** Returns the part of the stations that one belongs to. */
export function partOf(stationId: string): number {
  return crc32(stationId) % PARTS;
}

/** Returns the hour that is nearest to a time. */
export function nearestHourMs(timeMs: number): number {
  return Math.round(timeMs / HOUR_MS) * HOUR_MS;
}

export function storedReport(report: StationReport, receivedAtMs: number): StoredReport {
  const { station, observedAtMs, isSpecial, values, text } = report;
  return { stationId: station.id, observedAtMs, receivedAtMs, isSpecial, values, text };
}

export async function packReports(reports: readonly StoredReport[]): Promise<Buffer> {
  const firstS = reports.length === 0 ? 0 : reports[0].observedAtMs / 1000;
  const packed: PackedReports = {
    ids: reports.map(({ stationId }) => stationId),
    firstS,
    observedS: reports.map(({ observedAtMs }) => observedAtMs / 1000 - firstS),
    receivedS: reports.map(({ receivedAtMs }) => Math.round(receivedAtMs / 1000) - firstS),
    special: reports.map(({ isSpecial }) => (isSpecial ? 1 : 0)),
    values: OBSERVED_FIELDS.map((field) => reports.map(({ values }) => values[field])),
    texts: reports.map(({ text }) => text),
  };
  return deflate(JSON.stringify(packed));
}

export async function unpackReports(block: Uint8Array): Promise<StoredReport[]> {
  const packed = JSON.parse((await inflate(block)).toString()) as PackedReports;
  return packed.ids.map((stationId, i) => ({
    stationId,
    observedAtMs: (packed.firstS + packed.observedS[i]) * 1000,
    receivedAtMs: (packed.firstS + packed.receivedS[i]) * 1000,
    isSpecial: packed.special[i] === 1,
    values: Object.fromEntries(
      OBSERVED_FIELDS.map((field, k) => [field, packed.values[k][i]]),
    ) as ObservedValues,
    text: packed.texts[i],
  }));
}

const isCorrection = ({ text }: StoredReport) => text?.includes(' COR ') === true;

/**
 * Adds reports to those of a block. One that a station has corrected replaces the earlier one for the same time, and
 * stays. It was received when its values were.
 * @returns undefined if there is nothing new
 */
export function mergeReports(
  known: readonly StoredReport[],
  added: readonly StoredReport[],
): StoredReport[] | undefined {
  const keyOf = ({ stationId, observedAtMs }: StoredReport) => `${stationId} ${observedAtMs}`;
  const merged = new Map(known.map((report) => [keyOf(report), report]));
  let isNew = false;
  for (const report of added) {
    const before = merged.get(keyOf(report));
    if (before && (before.text === report.text || (isCorrection(before) && !isCorrection(report)))) continue;
    const { receivedAtMs } = before && isDeepStrictEqual(before.values, report.values) ? before : report;
    merged.set(keyOf(report), { ...report, receivedAtMs });
    isNew = true;
  }
  return isNew ? [...merged.values()] : undefined;
}

/**
 * Returns the report for the hour of each station: the nearest within 15 minutes, and one between the regular ones only
 * if there is no other.
 */
export function reportsForHour(reports: readonly StoredReport[], hourMs: number): StoredReport[] {
  const distance = ({ observedAtMs }: StoredReport) => Math.abs(observedAtMs - hourMs);
  const best = new Map<string, StoredReport>();
  for (const report of reports.filter((one) => distance(one) <= NEAR_MS)) {
    const other = best.get(report.stationId);
    const isBetter =
      !other || (other.isSpecial === report.isSpecial ? distance(report) < distance(other) : other.isSpecial);
    if (isBetter) best.set(report.stationId, report);
  }
  return [...best.values()];
}
