import { type RecordFiles, type SourceRecord, stepPath } from '../../weather/models/index.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';
import { digestOf, type LocatedRecord, type StepReader, type WantedStep } from './step-content.js';

/** A record that a step may have, and its file. */
interface WantedFile {
  parameter: string;
  level: string;
  path: string;
}

/**
 * Describes a step with a separate file for each record. A record is there if the source describes its file. Asks for
 * one required record before all others.
 */
export function stepOfRecordFiles(product: RecordFiles, wanted: WantedStep): StepReader {
  const { model, run, stepHours } = wanted;
  const presence = stepHours === 0 ? 'atStepZero' : 'atLaterSteps';
  const present = model.records.filter(
    (record) => record[presence] !== 'absent' && (!record.static || stepHours === 0),
  );
  const filesOf = (records: SourceRecord[]) => wantedFiles(product, wanted, records);
  const required = present
    .filter((record) => record[presence] === 'required')
    .map((record) => filesOf([record]));
  return {
    paths: required.flat().map(({ path }) => path),
    readAt: async (source, signal) => {
      const has = (files: WantedFile[], versions: Map<string, FileVersion>) =>
        files.some(({ path }) => versions.has(path));
      const first = await describeAll(source, required[0] ?? [], signal);
      if (required[0] && !has(required[0], first)) return undefined;
      const files = filesOf(present);
      const others = files.filter(({ path }) => !first.has(path));
      const versions = new Map([...first, ...(await describeAll(source, others, signal))]);
      if (versions.size === 0 || !required.every((alternatives) => has(alternatives, versions)))
        return undefined;
      const records = files.flatMap(({ path, parameter, level }): LocatedRecord[] => {
        const version = versions.get(path);
        if (!version) return [];
        const { compression } = product;
        const forecast = `step ${stepHours}`;
        const range = { offsetBytes: 0, endBytes: version.sizeBytes };
        return [
          { recordNumber: '1', referenceTime: run, parameter, level, forecast, path, compression, ...range },
        ];
      });
      return { recordsDigest: digestOf(records), versions, records };
    },
  };
}

function wantedFiles(
  { recordFile, staticRecordFile }: RecordFiles,
  { run, stepHours }: WantedStep,
  records: SourceRecord[],
): WantedFile[] {
  const files = records.flatMap((record) =>
    record.alternatives
      .flatMap((pattern) => [pattern, pattern.percentOf ?? []].flat())
      .map(({ parameter, level }) => {
        const template = record.static ? staticRecordFile : recordFile;
        return { parameter, level, path: stepPath(template, run, stepHours, { parameter }) };
      }),
  );
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

async function describeAll(
  source: ByteSource,
  files: WantedFile[],
  signal: AbortSignal,
): Promise<Map<string, FileVersion>> {
  const found = await Promise.all(
    files.map(async ({ path }) => [path, await source.describe(path, signal)] as const),
  );
  return new Map(found.flatMap(([path, version]) => (version ? [[path, version] as const] : [])));
}
