import { AsyncLocalStorage } from 'node:async_hooks';
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

it('leaves the async context of the caller, in the run that is asked for and in later ones', async () => {
  const context = new AsyncLocalStorage<string>();
  const contexts: unknown[] = [];
  class Asking extends RepeatedWork {
    protected readonly intervalMs = 1;

    override hurry(): void {
      super.hurry();
    }

    work(): Promise<void> {
      contexts.push(context.getStore());
      return Promise.resolve();
    }
  }
  const asking = new Asking();
  asking.onApplicationBootstrap();
  context.run('a request', () => asking.hurry());
  while (contexts.length < 3) await sleep(1);
  await asking.onModuleDestroy();
  expect(new Set(contexts)).toEqual(new Set([undefined]));
});

it('is repeated whatever a subclass in JavaScript calls its own members', async () => {
  const own = { timer: 1, running: 1, run: 1, begin: 1, schedule: 1, runOnce: 1, outside: 1 };
  let runs = 0;
  class Named extends RepeatedWork {
    protected readonly intervalMs = 1;

    work(): Promise<void> {
      runs += 1;
      return Promise.resolve();
    }
  }
  const named = Object.assign(new Named(), own);
  named.onApplicationBootstrap();
  while (runs < 2) await sleep(1);
  await named.onModuleDestroy();
  expect(named).toMatchObject(own);
});
