import { expect, test } from '@jest/globals';
import { listEvents } from '../../../src/docs/events-list.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';

test('the guide lists every event type with an example of its data', () => {
  const { events } = OWN_FEATURE_SET;
  expect(events.length).toBeGreaterThan(3);
  const sections = listEvents(events).split('\n### ').slice(1);
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(
    events.map(({ type }) => `\`${type}\``),
  );
  const examples = sections.map((section) => JSON.parse(/```json\n(.*?)\n```/s.exec(section)![1]) as unknown);
  expect(examples).toEqual(events.map(({ example }) => example));
});
