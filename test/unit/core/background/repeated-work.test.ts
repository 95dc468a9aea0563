import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RepeatedWork } from '../../../../src/core/background/repeated-work.js';

class Counting extends RepeatedWork {
  protected readonly intervalMs = 1;
  begun = 0;
  ended = 0;
  end: () => void = () => undefined;

  async work(): Promise<void> {
    this.begun += 1;
    await new Promise<void>((resolve) => (this.end = resolve));
    this.ended += 1;
    if (this.ended === 1) throw new Error('A turn that fails.');
  }
}

it('never runs concurrently with itself, continues after a failure, and finishes the current run before stopping', async () => {
  const counting = new Counting();
  counting.onApplicationBootstrap();
  const begun = async (turns: number) => {
    while (counting.begun < turns) await sleep(1);
  };
  await begun(1);
  await sleep(20);
  expect(counting.begun).toBe(1);
  counting.end();
  await begun(2);

  const stopped = counting.onModuleDestroy();
  counting.end();
  await stopped;
  expect([counting.begun, counting.ended]).toEqual([2, 2]);
});
