import { createHash } from 'node:crypto';
import { parseRunManifest } from './parse-run-manifest.js';
import { RunFaultError } from './run-fault-error.js';
import { type RunManifest } from './run-manifest.js';

/** The last member, and the end. */
const SEAL = /,"checksum":"(?<sum>[0-9a-f]{64})"\}$/;

/** A manifest whose run can be verified by whoever got it over a network. */
export type SealedManifest = RunManifest & Required<Pick<RunManifest, 'files' | 'checksum'>>;

/** The text of a manifest, with its own checksum as the last member. */
export function sealManifest(manifest: Omit<RunManifest, 'checksum'>): string {
  const text = JSON.stringify(manifest);
  return `${text.slice(0, -1)},"checksum":"${sumOf(text)}"}`;
}

/**
 * Reads a manifest that must be what its writer wrote, to the byte, and that must have the checksums of all files.
 * @throws RunFaultError
 */
export function openSealedManifest(text: string): SealedManifest {
  const sum = SEAL.exec(text)?.groups?.sum;
  if (sum === undefined) throw new RunFaultError('the manifest has no checksum');
  if (sumOf(text.replace(SEAL, '}')) !== sum)
    throw new RunFaultError('the manifest is damaged: its checksum differs');
  const manifest = parseRunManifest(text);
  const { files } = manifest;
  if (files === undefined) throw new RunFaultError('the manifest has no checksums of files');
  return { ...manifest, files, checksum: sum };
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
