import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
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

it('logs the first failure of a row, and runs again if it is asked to meanwhile', async () => {
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const outcomes = ['fails', 'fails', 'works', 'fails'];
  class Failing extends RepeatedWork {
    protected readonly intervalMs = 600_000;

    override onApplicationBootstrap(): void {
      super.onApplicationBootstrap();
      this.hurry();
    }

    work(): Promise<void> {
      const outcome = outcomes.shift();
      if (outcomes.length > 0) this.hurry();
      return outcome === 'fails' ? Promise.reject(new Error(`${outcomes.length} left`)) : Promise.resolve();
    }
  }
  const failing = new Failing();
  failing.onApplicationBootstrap();
  while (outcomes.length > 0) await sleep(1);
  await failing.onModuleDestroy();
  expect(logged.mock.calls).toEqual([[new Error('3 left')], [new Error('0 left')]]);
  logged.mockRestore();
});
