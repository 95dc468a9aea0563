import { type Section } from '../../sections/section.js';
import { type AecParameters } from './aec-parameters.js';
import { BitReader, MAXIMUM_LOADED_BITS, paddedView } from '../bit-reader.js';
import { type Scale } from '../scale.js';

/** More than any one block takes, since the end of the data is checked only after each block. */
const PADDING_BYTES = 1024;

/** The zero-block code that stands for the rest of a segment of 64 blocks. */
const REST_OF_SEGMENT = 4;
const SEGMENT_BLOCKS = 64;

const MAXIMUM_PAIR_CODE = 90;

/**
 * Decoder of the adaptive entropy code of CCSDS 121.0-B-3 (lossless data compression), as template 5.42 uses it.
 * Samples come in blocks, each coded with the option that its identifier names. With preprocessing, samples are mapped
 * differences, and each interval of blocks begins with a reference sample, stored as is.
 */
export class AecDecoder {
  private readonly view: DataView;
  private readonly reader: BitReader;
  private readonly endBits: number;
  /** One block of coded samples. */
  private readonly block: Uint32Array;
  private readonly maximum: number;
  private index = 0;
  /** The last decoded sample. */
  private sample = 0;

  /**
   * @param data section 7
   * @param scale converts samples to values; its bits are the width of a sample
   */
  constructor(
    private readonly data: Section,
    private readonly parameters: AecParameters,
    private readonly scale: Scale,
  ) {
    const octets = data.bytesFrom(6);
    this.view = paddedView(octets, PADDING_BYTES);
    this.reader = new BitReader(this.view, 0);
    this.endBits = octets.length * 8;
    this.block = new Uint32Array(parameters.blockLength);
    this.maximum = 2 ** scale.bits - 1;
  }

  /** Decodes `valueCount` values into the front of an array. Throws a GribError if the data end too early. */
  decode(values: Float64Array, valueCount: number): void {
    const target = values.subarray(0, valueCount);
    const { intervalBlocks, padded } = this.parameters;
    while (this.index < valueCount) {
      for (let block = 0; block < intervalBlocks && this.index < valueCount;) {
        block += this.decodeBlocks(block, target);
        if (this.reader.positionBits > this.endBits)
          throw this.data.error('its compressed data end too early');
      }
      if (padded) this.reader.positionBits = Math.ceil(this.reader.positionBits / 8) * 8;
    }
  }

  /** Decodes the next block, or a run of zero blocks. Returns the number of blocks. */
  private decodeBlocks(blockOfInterval: number, target: Float64Array): number {
    const { identifierBits, preprocessed } = this.parameters;
    const identifier = this.reader.read(identifierBits);
    const withReference = preprocessed && blockOfInterval === 0;
    const first = withReference ? 1 : 0;
    if (identifier === 2 ** identifierBits - 1) {
      this.readFixed(0, this.scale.bits);
    } else if (identifier > 0) {
      this.readReference(withReference);
      this.readSplit(first, identifier - 1);
    } else {
      const pairs = this.reader.read(1) === 1;
      this.readReference(withReference);
      if (!pairs) return this.repeatZeroBlocks(blockOfInterval, withReference, target);
      this.readPairs(first);
    }
    this.emit(withReference, target);
    return 1;
  }

  private readReference(present: boolean): void {
    if (present) this.block[0] = this.reader.read(this.scale.bits);
  }

  /** Reads samples of a fixed width. */
  private readFixed(first: number, width: number): void {
    for (let index = first; index < this.block.length; index++) this.block[index] = this.reader.read(width);
  }

  /** Reads split samples: the high parts of all of them in unary, then the low bits of each. */
  private readSplit(first: number, lowBits: number): void {
    const { block, view } = this;
    for (let index = first; index < block.length; index++) block[index] = this.readUnary() << lowBits;
    if (lowBits === 0) return;
    if (lowBits > MAXIMUM_LOADED_BITS) {
      for (let index = first; index < block.length; index++) block[index] |= this.reader.read(lowBits);
      return;
    }
    let position = this.reader.positionBits;
    for (let index = first; index < block.length; index++) {
      block[index] |= (view.getUint32(position >>> 3) << (position & 7)) >>> (32 - lowBits);
      position += lowBits;
    }
    this.reader.positionBits = position;
  }

  /** Reads the second-extension option: pairs of small samples, numbered along the diagonals of a triangle. */
  private readPairs(first: number): void {
    const { block } = this;
    for (let index = 0; index < block.length; index += 2) {
      const code = this.readUnary();
      if (code > MAXIMUM_PAIR_CODE)
        throw this.data.error('its compressed data hold a pair that does not exist');
      const sum = Math.floor((Math.sqrt(8 * code + 1) - 1) / 2);
      const second = code - (sum * (sum + 1)) / 2;
      if (index >= first) block[index] = sum - second;
      block[index + 1] = second;
    }
  }

  /** Reads a unary number: the count of 0 bits before the next 1 bit. */
  private readUnary(): number {
    const { view, reader } = this;
    let position = reader.positionBits;
    let zeros = 0;
    for (;;) {
      const word = view.getUint32(position >>> 3) << (position & 7);
      if (word !== 0) {
        const leading = Math.clz32(word);
        reader.positionBits = position + leading + 1;
        return zeros + leading;
      }
      const loaded = 32 - (position & 7);
      zeros += loaded;
      position += loaded;
      if (position > this.endBits) throw this.data.error('its compressed data end too early');
    }
  }

  private repeatZeroBlocks(blockOfInterval: number, withReference: boolean, target: Float64Array): number {
    const code = this.readUnary();
    const left = this.parameters.intervalBlocks - blockOfInterval;
    const segmentLeft = SEGMENT_BLOCKS - (blockOfInterval % SEGMENT_BLOCKS);
    let count = code < REST_OF_SEGMENT ? code + 1 : code;
    if (code === REST_OF_SEGMENT) count = Math.min(left, segmentLeft);
    if (count > left) throw this.data.error('its compressed data run over an interval');
    if (withReference) this.sample = this.block[0];
    if (!this.parameters.preprocessed) this.sample = 0;
    const end = this.index + count * this.block.length;
    target.fill(this.scale.value(this.sample), this.index, end);
    this.index = Math.min(end, target.length);
    return count;
  }

  /** Converts the block's mapped differences (or samples) to values. */
  private emit(withReference: boolean, target: Float64Array): void {
    const { block, scale, maximum } = this;
    const half = (maximum + 1) / 2;
    const count = Math.min(block.length, target.length - this.index);
    const { preprocessed } = this.parameters;
    let sample = this.sample;
    let usedBits = 0;
    for (let index = 0; index < count; index++) {
      const code = block[index];
      if (!preprocessed || (withReference && index === 0)) {
        sample = code;
      } else {
        // The nearer end of the range limits steps in both directions; longer steps can only go the other way.
        const mask = sample & half ? maximum : 0;
        const step = (code >>> 1) + (code & 1);
        if (step <= (mask ^ sample) >>> 0) sample += code & 1 ? -step : step;
        else sample = (mask ^ code) >>> 0;
      }
      usedBits |= sample;
      target[this.index + index] = scale.value(sample);
    }
    if (usedBits & ~maximum) throw this.data.error('its compressed data hold a number that is too large');
    this.sample = sample;
    this.index += count;
  }
}
