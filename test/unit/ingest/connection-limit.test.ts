import { expect, test } from '@jest/globals';
import { ConnectionLimit } from '../../../src/ingest/source/connection-limit.js';

test('as many tasks run concurrently as there are connections, and the others in order', async () => {
  const limit = new ConnectionLimit(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map((task) =>
    limit.run(async () => {
      started.push(task);
      await new Promise<void>((resolve) => (finish[task] = resolve));
    }),
  );
  expect(started).toEqual([0, 1]);
  finish[1]();
  await tasks[1];
  expect(started).toEqual([0, 1, 2]);
  finish[0]();
  finish[2]();
  await Promise.all([tasks[0], tasks[2]]);
  expect(started).toEqual([0, 1, 2, 3]);
  finish[3]();
  await tasks[3];
});

test('a failing task makes room for the next one', async () => {
  const limit = new ConnectionLimit(1);
  const failing = limit.run(() => Promise.reject(new Error('no')));
  const next = limit.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a connection that nothing waits for is free for a later task', async () => {
  const limit = new ConnectionLimit(1);
  expect(await limit.run(() => Promise.resolve(1))).toBe(1);
  expect(await limit.run(() => Promise.resolve(2))).toBe(2);
});
