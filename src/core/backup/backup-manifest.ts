import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';

export const MANIFEST = 'manifest.json';
/** The version of the backup's layout. Readers reject any other. */
export const FORMAT = 1;

/** The rows of a table. Tables are ordered so that each follows those that it references, except in cycles. */
export interface TableCopy {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** For a partition: its parent table in the same schema, and PostgreSQL's text of its bounds. */
  partition?: { of: string; bound: string };
  /** Relative to the backup's folder. Contains PostgreSQL's COPY text format, compressed with gzip. */
  file: string;
}

/** The state of a sequence. */
export interface SequenceCopy {
  schema: string;
  name: string;
  /** A 64-bit integer. */
  lastValue: string;
  /** Whether `lastValue` has been used, so that the next value is the one after it. */
  isCalled: boolean;
}

/** `manifest.json`: the contents of a backup. */
export interface BackupManifest {
  format: typeof FORMAT;
  createdAt: string;
  /** All migrations that had run, in order. The tables have their schema. */
  migrations: string[];
  /** Identifies the secret that the database's keys are hashed with; null if none has been used yet. */
  keySecretVersion: string | null;
  tables: TableCopy[];
  /**
   * The sequences of the tables' columns, and all in the features' schemas; absent from backups of earlier versions.
   */
  sequences?: SequenceCopy[];
  /** Files of the data directory, relative to the backup's folder: the generated secret, and files of features. */
  files: string[];
}

/** Must only be called for verified backups. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as BackupManifest;
  // Widens the type: a later version may have written the file.
  const format: number = manifest.format;
  if (format === FORMAT) return manifest;
  throw new BackupError(
    `${folder} has the format ${format}, but this version supports only ${FORMAT}: restore it with the version that created it.`,
  );
}
