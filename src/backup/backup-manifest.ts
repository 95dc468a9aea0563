import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';

export const MANIFEST = 'manifest.json';
/** Of a backup's layout; a reader refuses any other. */
export const FORMAT = 1;

/** The rows of a table, which comes after those that it points to, as far as they do not point back. */
export interface TableCopy {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** Where the table is a partition: of which table of its schema, and PostgreSQL's text for which rows it holds. */
  partition?: { of: string; bound: string };
  /** Below the backup's folder: PostgreSQL's COPY text format, compressed with gzip. */
  file: string;
}

/** How far a sequence has counted. */
export interface SequenceCopy {
  schema: string;
  name: string;
  /** A whole number of 64 bits. */
  lastValue: string;
  /** Whether the next value is the one after it. */
  isCalled: boolean;
}

/** `manifest.json`: what a backup holds. */
export interface BackupManifest {
  format: typeof FORMAT;
  createdAt: string;
  /** All that had run, in their order: the tables are as they left them. */
  migrations: string[];
  /** Tells the secret that the database's keys are hashed with from others; null where none was used yet. */
  keySecretVersion: string | null;
  tables: TableCopy[];
  /** Those that columns of the tables count by, and all of the features' schemas; absent from backups of earlier versions. */
  sequences?: SequenceCopy[];
  /** Files of the data directory, below the backup's folder: the generated secret, and what features keep. */
  files: string[];
}

/** To be called for verified backups. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as BackupManifest;
  // The widened number: a later version may have written the file.
  const format: number = manifest.format;
  if (format === FORMAT) return manifest;
  throw new BackupError(
    `${folder} has the format ${format}, but this version supports only ${FORMAT}: restore it with the version that created it.`,
  );
}
