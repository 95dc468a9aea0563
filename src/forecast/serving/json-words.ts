const BYTES_OF_WORD = 8;

export const POWERS_OF_TEN = [1, 10, 100, 1000];

/**
 * ASCII text in words of eight characters, so that one instruction writes eight of them. Read as a double, no word is
 * NaN, whose bits a processor may change: for that, its last character would have to be 0x7f or above.
 */
export interface Words {
  words: Float64Array;
  length: number;
}

/** The text of small numbers in units of the last place, with up to 3 decimals, each in one word. */
export interface NumberTables {
  /** [decimals][number] */
  words: Float64Array;
  lengths: Uint8Array;
}

/** @param count of words, if more than the text needs */
export function wordsOf(text: string, count = Math.ceil(text.length / BYTES_OF_WORD)): Words {
  const bytes = Buffer.alloc(count * BYTES_OF_WORD, ' ');
  if (text.length > bytes.length) throw new RangeError(`"${text}" does not fit into ${count} words`);
  bytes.write(text, 'latin1');
  const words = Float64Array.from({ length: count }, (_, i) => bytes.readDoubleLE(BYTES_OF_WORD * i));
  return { words, length: text.length };
}

/** @param count of numbers from 0 on */
export function numberTables(count: number): NumberTables {
  const words = new Float64Array(POWERS_OF_TEN.length * count);
  const lengths = new Uint8Array(words.length);
  const bytes = Buffer.from(words.buffer).fill(' ');
  for (let row = 0; row < words.length; row++) {
    // The quotient is the double nearest to the decimal number, so its shortest text is that number.
    const text = String((row % count) / POWERS_OF_TEN[Math.floor(row / count)]);
    lengths[row] = bytes.write(text, BYTES_OF_WORD * row, 'latin1');
  }
  return { words, lengths };
}

/** `HH:MM:SS` of a second of the day. */
export function clockWord(second: number): number {
  return wordsOf(new Date(1000 * second).toISOString().slice(11, 19)).words[0];
}
