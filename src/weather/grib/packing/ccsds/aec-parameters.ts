import { GribNotSupportedError } from '../../grib-not-supported-error.js';
import { type Section } from '../../sections/section.js';

/** Flags of octet 22 of template 5.42, as the libaec library numbers them. The others only concern memory layout. */
const FLAG = { signed: 1, preprocessed: 8, restricted: 16, padded: 32 };

/** Coding parameters of a CCSDS 121.0-B stream. */
export interface AecParameters {
  /** Bits of a code option identifier. */
  identifierBits: number;
  /** Samples per block. */
  blockLength: number;
  /** Blocks from one reference sample, which is stored as is, to the next. */
  intervalBlocks: number;
  /** Whether samples are coded as differences from the previous one. */
  preprocessed: boolean;
  /** Whether each interval begins at an octet boundary. */
  padded: boolean;
}

/** Reads octets 22 to 25 of template 5.42. */
export function readAecParameters(section: Section, sampleBits: number): AecParameters {
  const flags = section.unsigned(22, 1);
  if (flags & FLAG.signed) throw new GribNotSupportedError('5.42 (octet 22)', flags);
  const blockLength = section.unsigned(23, 1);
  if (![8, 16, 32, 64].includes(blockLength)) throw section.error(`it has blocks of ${blockLength} samples`);
  const intervalBlocks = section.unsigned(24, 2);
  if (intervalBlocks === 0) throw section.error('its reference sample interval is 0');
  const restricted = (flags & FLAG.restricted) !== 0;
  if (restricted && sampleBits > 4)
    throw section.error(`it restricts the code for samples of ${sampleBits} bits`);
  return {
    identifierBits: identifierBits(sampleBits, restricted),
    blockLength,
    intervalBlocks,
    preprocessed: (flags & FLAG.preprocessed) !== 0,
    padded: (flags & FLAG.padded) !== 0,
  };
}

function identifierBits(sampleBits: number, restricted: boolean): number {
  if (restricted) return sampleBits <= 2 ? 1 : 2;
  if (sampleBits <= 8) return 3;
  return sampleBits <= 16 ? 4 : 5;
}
