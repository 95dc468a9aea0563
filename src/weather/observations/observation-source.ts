import { MINUTE_MS } from '../time/index.js';
import type { Refuse } from './observe.js';
import type { Station, StationReport } from './station-report.js';

/** One file of a source. */
export interface ObservationFile {
  /** The first that exists is read. */
  readonly paths: readonly string[];
  /** The station that the file is about, if it doesn't say itself. */
  readonly station?: Station;
}

/** Reads the rest of a file, yields after each row, and counts what it refuses. */
export type ReportReader = (
  text: string,
  context: { station?: Station; nowMs: number; refuse: Refuse },
) => Generator<void, StationReport[]>;

/** The facts about a source of station reports. */
export interface ObservationSource {
  readonly name: string;
  /** In the order in which they are tried. */
  readonly baseUrls: readonly string[];
  /** To be shown with its reports. */
  readonly attribution: string;
  /** @param stations those of its setting, if it has one */
  readonly files: (stations: readonly Station[]) => readonly ObservationFile[];
  /** Names of its settings. `stations` must be set if its files don't say where the stations are. */
  readonly settings: { readonly baseUrl: string; readonly stations?: string };
  /** The least time between two requests for the same file, and between any two requests. */
  readonly everyMs: number;
  readonly pauseMs: number;
  /** How old the newest report can be before the source counts as stale. */
  readonly staleAfterMs: number;
  /** @throws Error if the file isn't one of this source's */
  readonly read: ReportReader;
}

/** Reports from the future are a wrong clock, and older ones a wrong date. */
const MOST_AHEAD_MS = 10 * MINUTE_MS;

/** Whether a report's time can be right. */
export function isPlausibleTime(observedAtMs: number, nowMs: number, oldestMs: number): boolean {
  return observedAtMs <= nowMs + MOST_AHEAD_MS && observedAtMs >= nowMs - oldestMs;
}
