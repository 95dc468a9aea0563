import { createHash } from 'node:crypto';
import { DamagedRunError } from './damaged-run-error.js';
import { parseRunManifest } from './parse-run-manifest.js';
import { type RunManifest } from './run-manifest.js';

/** The checksum as the last member, and the end of the text. */
const SEAL = /,"checksum":"(?<sum>[0-9a-f]{64})"\}$/;

/** A manifest whose checksum has been verified. */
export type SealedManifest = RunManifest & Required<Pick<RunManifest, 'checksum'>>;

/** Serializes a manifest, with its own checksum as the last member. */
export function sealManifest(manifest: Omit<RunManifest, 'checksum'>): string {
  const text = JSON.stringify(manifest);
  return `${text.slice(0, -1)},"checksum":"${sumOf(text)}"}`;
}

/**
 * Parses a manifest after verifying that it is what its writer wrote, to the byte.
 * @throws DamagedRunError when it is not; RunFaultError when its writer was of another version
 */
export function openSealedManifest(text: string): SealedManifest {
  const sum = SEAL.exec(text)?.groups?.sum;
  if (sum === undefined)
    throw new DamagedRunError('the manifest is damaged: it does not end in its checksum');
  if (sumOf(text.replace(SEAL, '}')) !== sum)
    throw new DamagedRunError('the manifest is damaged: its checksum differs');
  return { ...parseRunManifest(text), checksum: sum };
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
