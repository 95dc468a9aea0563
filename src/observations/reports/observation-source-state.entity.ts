import { defineEntity, p } from '@mikro-orm/core';
import type { Refusal } from '../../weather/observations/index.js';

/** Why a source, or one of its files, couldn't be read. */
export interface SourceError {
  code: string;
  detail: string;
  /** ISO 8601, UTC. */
  since: string;
  /** Failed attempts in a row; 0 if only some of its files couldn't be read. */
  count: number;
}

/** What the last attempts at a source of station reports brought. */
const ObservationSourceStateSchema = defineEntity({
  name: 'ObservationSourceState',
  tableName: 'observation_sources',
  properties: {
    name: p.text().primary(),
    attemptedAt: p.datetime().length(3),
    /** Of the next attempt. */
    dueAt: p.datetime().length(3),
    /** When reports were last received, or found to be unchanged. */
    receivedAt: p.datetime().length(3).nullable(),
    newestReportAt: p.datetime().length(0).nullable(),
    /** Of the last files that were read. */
    reports: p.integer(),
    refused: p.json<Partial<Record<Refusal, number>>>(),
    error: p.json<SourceError>().nullable(),
    /** Grows with each change of any source. */
    version: p.integer(),
  },
});

export class ObservationSourceState extends ObservationSourceStateSchema.class {}
ObservationSourceStateSchema.setClass(ObservationSourceState);
