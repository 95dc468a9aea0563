const LENGTH = 16_384;
const ROUNDS = 4;
const numbers = Float64Array.from({ length: LENGTH }, (_, i) => Math.sin(i));
const words = Uint32Array.from({ length: LENGTH }, (_, i) => Math.imul(i, 2_654_435_761));
const made = new Float64Array(LENGTH);

/**
 * A fixed computation with unpacked bits, products and functions, as in a forecast, that measures how fast the machine
 * is at the moment. It leaves no garbage, whose collection would be counted in the next measurement. Never change it:
 * the kept ratios refer to it.
 */
export function yardstick(): number {
  let sum = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    let code = 0;
    for (let i = 0; i < LENGTH; i++) {
      code = (code + ((words[i] >>> (i & 7)) & 0x1fff)) & 0xffff;
      made[i] = numbers[i] * code + round;
    }
    for (let i = 0; i < LENGTH; i += 16) sum += Math.exp(-Math.abs(made[i])) + Math.atan2(made[i], round);
  }
  return sum;
}
