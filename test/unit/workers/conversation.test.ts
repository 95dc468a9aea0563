import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Answerer, Conversation, type Packet } from '../../../src/workers/conversation.js';

/** Two sides, whose packets go as JSON, as they do between processes. */
function connect(answerer: Answerer) {
  const packets: Packet[] = [];
  const deliver = (packet: Packet) => JSON.parse(JSON.stringify(packet)) as Packet;
  const asking: Conversation = new Conversation(
    (packet) => {
      packets.push(packet);
      setImmediate(() => answering.receive(deliver(packet)));
    },
    () => undefined,
  );
  const answering: Conversation = new Conversation(
    (packet) => setImmediate(() => asking.receive(deliver(packet))),
    answerer,
  );
  return { asking, answering, packets };
}

describe('a conversation of two processes', () => {
  it('gives each question its own answer, whether it is there at once or later', async () => {
    const { asking } = connect((topic, question) =>
      question === 'later' ? nextTurn(`${topic} later`) : `${topic} ${String(question)}`,
    );

    const answers = await Promise.all(['a', 'later', 'b'].map((question) => asking.ask('topic', question)));

    expect(answers).toEqual(['topic a', 'topic later', 'topic b']);
  });

  it('sends what is asked in one turn as one message, and what is asked meanwhile as the next', async () => {
    const { asking, packets } = connect((_, question) => question);

    const first = Promise.all([1, 2, 3].map((number) => asking.ask('n', number)));
    await nextTurn();
    const second = [asking.ask('n', 4)];
    await Promise.resolve();
    second.push(asking.ask('n', 5));

    expect([await first, await Promise.all(second)]).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(packets.filter(({ asks }) => asks!.length > 0).map(({ asks }) => asks!.length)).toEqual([3, 2]);
  });

  it('does not keep a question waiting for an answer that takes long', async () => {
    let answerSlowly: (value: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => {
      answerSlowly = resolve;
    });
    const { asking } = connect((topic) => (topic === 'slow' ? slow : 'quick'));
    const first = asking.ask('slow');
    await nextTurn();

    expect(await asking.ask('other')).toBe('quick');
    answerSlowly('slow');
    expect(await first).toBe('slow');
  });

  it('passes on why there is no answer, also when the other side has ended', async () => {
    const { asking } = connect((topic) => {
      if (topic === 'never') return new Promise(() => undefined);
      throw new Error(`nothing about ${topic}`);
    });

    await expect(asking.ask('this')).rejects.toThrow('nothing about this');
    const pending = asking.ask('never');
    asking.end();
    await expect(pending).rejects.toThrow('The process that was asked has ended.');
    await expect(asking.ask('more')).rejects.toThrow('The process that was asked has ended.');
  });
});
