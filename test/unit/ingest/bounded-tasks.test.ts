import { expect, test } from '@jest/globals';
import { BoundedTasks } from '../../../src/ingest/download/bounded-tasks.js';

/** A task that ends on demand. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { task: () => promise, resolve, reject };
}

test('no more tasks than the limit run concurrently', async () => {
  const tasks = new BoundedTasks(2);
  const [first, second] = [openTask(), openTask()];
  const started: number[] = [];
  await tasks.start(first.task);
  await tasks.start(second.task);
  const third = tasks.start(() => Promise.resolve(void started.push(3)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual([]);
  second.resolve();
  await third;
  expect(started).toEqual([3]);
  first.resolve();
  await tasks.end();
});

test('calls back after all tasks that were started before', async () => {
  const tasks = new BoundedTasks(3);
  const first = openTask();
  const order: string[] = [];
  await tasks.start(async () => {
    await first.task();
    order.push('first');
  });
  tasks.afterAll(() => order.push('all'));
  await tasks.start(() => Promise.resolve(void order.push('later')));
  first.resolve();
  await tasks.end();
  expect(order).toEqual(['later', 'first', 'all']);
});

test('the first failure ends everything', async () => {
  const tasks = new BoundedTasks(1);
  const failing = openTask();
  const order: string[] = [];
  await tasks.start(failing.task);
  tasks.afterAll(() => order.push('all'));
  failing.reject(new Error('broken'));
  await expect(tasks.start(() => Promise.resolve())).rejects.toThrow('broken');
  await expect(tasks.end()).rejects.toThrow('broken');
  expect(order).toEqual([]);
});
