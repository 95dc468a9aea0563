/** A store that takes longer counts as lost. */
const ANSWER_MS = 500;

/**
 * Rejects when a store's answer takes too long. Where it was this process that stood still, the answer may be here
 * already, and its turn comes after that of the timers: it still counts.
 */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`There was no response within ${ANSWER_MS} ms.`));
    const timer = setTimeout(() => setImmediate(late), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
