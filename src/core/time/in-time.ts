/** A store that takes longer counts as lost. */
const ANSWER_MS = 500;

/**
 * Rejects if a store takes too long to respond. If this process was blocked, a response may already be waiting in the
 * event loop behind the timer; it still counts.
 */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`There was no response within ${ANSWER_MS} ms.`));
    const timer = setTimeout(() => setImmediate(late), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
