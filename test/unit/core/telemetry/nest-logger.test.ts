import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { withRequestId } from '../../../../src/core/http/request-id.js';
import { createLogger } from '../../../../src/core/telemetry/logger.js';
import { NestLogger } from '../../../../src/core/telemetry/nest-logger.js';

let lines: string[] = [];
const logger = new NestLogger(createLogger('trace', { write: (line: string) => void lines.push(line) }));
const tides = new Logger('Tides');
Logger.overrideLogger(logger);
afterEach(() => {
  lines = [];
});

function told(): Record<string, unknown> {
  expect(lines).toHaveLength(1);
  const fields = JSON.parse(lines[0]) as Record<string, unknown>;
  delete fields.time;
  return fields;
}

describe("Nest's Logger writes", () => {
  it.each([
    ['verbose', 10],
    ['debug', 20],
    ['log', 30],
    ['warn', 40],
    ['error', 50],
    ['fatal', 60],
  ] as const)('%s at the level %i', (method, level) => {
    tides[method]('High water');
    expect(told()).toEqual({ level, context: 'Tides', msg: 'High water' });
  });

  it('objects', () => {
    tides.log('High water', { levelCm: 612 }, { at: 'Emden' });
    expect(told()).toMatchObject({ msg: 'High water', data: [{ levelCm: 612 }, { at: 'Emden' }] });
    lines = [];
    // A member named like one of the line's own replaces none.
    tides.log({ level: 'high', msg: 'none' });
    expect(told()).toEqual({ level: 30, context: 'Tides', data: { level: 'high', msg: 'none' } });
  });

  it.each<[string, (error: Error) => void]>([
    ['alone', (error) => tides.error(error)],
    ['after a message', (error) => tides.error('Not read', error)],
    ['as a warning', (error) => tides.warn(error)],
    ['as fatal', (error) => tides.fatal('Not read', error)],
  ])('an error %s with its stack', (_, log) => {
    log(new RangeError('too high'));
    expect(told()).toMatchObject({
      context: 'Tides',
      err: {
        type: 'RangeError',
        message: 'too high',
        stack: expect.stringMatching(/nest-logger\.test\.ts/) as unknown,
      },
    });
  });

  it("an error's stack, with and without the logger's name", () => {
    const { stack } = new Error('too high');
    tides.error('Not read', stack);
    expect(told()).toMatchObject({ msg: 'Not read', context: 'Tides', stack });
    lines = [];
    new Logger().error('Not read', stack);
    expect(told()).toEqual({ level: 50, msg: 'Not read', stack });
  });

  it('an error within an object, without the row that a database error repeats', () => {
    const reason = new Error('null value\n - detail: Failing row contains (canary).');
    tides.error('Not stored', { reason });
    expect(told()).toMatchObject({ data: { reason: { type: 'Error', message: 'null value' } } });
    expect(lines[0]).not.toContain('canary');
  });

  it("the request's ID, within a request", () => {
    withRequestId('of-this-test', () => tides.log('High water'));
    expect(told()).toMatchObject({ reqId: 'of-this-test' });
  });

  it("Nest's own start at the level debug", () => {
    logger.log('Mapped {/v1/tides, GET} route', 'RouterExplorer');
    expect(told()).toMatchObject({ level: 20, context: 'RouterExplorer' });
  });
});
