import { type Redis } from 'ioredis';
import { within } from '../time/within.js';

/** A store that takes longer counts as lost. */
export const ANSWER_MS = 500;

/** Runs the script for a key. */
export type RunScript = (key: string, parameters: readonly (string | number)[]) => Promise<unknown>;

interface ScriptedRedis extends Redis {
  runBatch(keys: number, ...words: string[]): Promise<unknown[]>;
}

interface Call {
  key: string;
  parameters: readonly (string | number)[];
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs a script in Valkey or Redis once for each key. All runs requested in one turn of the event loop go out as one
 * call, since a round trip costs more than what most scripts do.
 */
export class ScriptBatch {
  private readonly redis: ScriptedRedis;
  private calls: Call[] = [];
  private readonly flushTurn = () => void this.flush();

  /** @param script takes one key as `KEYS[1]` and its parameters as `ARGV` */
  constructor(redis: Redis, script: string) {
    redis.defineCommand('runBatch', { lua: forEachKey(script) });
    this.redis = redis as ScriptedRedis;
  }

  /** @throws Error if the store doesn't respond in time */
  readonly run: RunScript = (key, parameters) =>
    new Promise((resolve, reject) => {
      this.calls.push({ key, parameters, resolve, reject });
      if (this.calls.length === 1) setImmediate(this.flushTurn);
    });

  private async flush(): Promise<void> {
    const { calls } = this;
    this.calls = [];
    const keys = calls.map(({ key }) => key);
    const parameters = JSON.stringify(calls.map((call) => call.parameters));
    try {
      const answers = await within(ANSWER_MS, this.redis.runBatch(keys.length, ...keys, parameters));
      for (const [i, { resolve }] of calls.entries()) resolve(answers[i]);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

function forEachKey(script: string): string {
  return `
local function run(KEYS, ARGV)
${script}
end
local answers = {}
for i, parameters in ipairs(cjson.decode(ARGV[1])) do answers[i] = run({ KEYS[i] }, parameters) end
return answers
`;
}
