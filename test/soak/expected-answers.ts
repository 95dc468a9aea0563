import type { Reply } from './ask.js';
import { type WeatherQuestion } from './questions.js';

/** Characters shown before and after a difference. */
const SHOWN = 60;

interface ForecastBody {
  data?: unknown;
  forecasts?: { location: unknown; data: unknown }[];
  location?: unknown;
  meta: { source: string; run: string | null };
}

/** The responses of an undisturbed replica from each run, with and without the previous one. */
export class ExpectedAnswers {
  private readonly answers = new Map<string, Set<string>>();

  /** Records a response and returns the run that it came from, or `climatology`. */
  learn(question: WeatherQuestion, reply: Reply): string {
    const { source, content } = read(reply);
    const key = `${source} ${question.name}`;
    this.answers.set(key, (this.answers.get(key) ?? new Set()).add(content));
    return source;
  }

  /** Returns what is wrong with a response, or undefined if it is correct. */
  fault(question: WeatherQuestion, reply: Reply): string | undefined {
    let answer: ReturnType<typeof read>;
    try {
      answer = read(reply);
    } catch {
      return `${question.name}: no forecast: ${reply.body.slice(0, 200)}`;
    }
    const expected = this.answers.get(`${answer.source} ${question.name}`);
    if (expected === undefined) return `${question.name}: answered out of ${answer.source}, which cannot be`;
    if (expected.has(answer.content)) return undefined;
    const [first] = expected;
    return `${question.name}: other values of ${answer.source}: ${difference(answer.content, first)}`;
  }
}

/** Returns the parts that don't depend on the time of the request. */
function read({ body }: Reply): { source: string; content: string } {
  const { data, forecasts, location, meta } = JSON.parse(body) as ForecastBody;
  const batch = forecasts?.map((forecast) => ({ location: forecast.location, data: forecast.data }));
  return { source: meta.run ?? meta.source, content: JSON.stringify({ location, data, batch }) };
}

function difference(actual: string, expected: string): string {
  let i = 0;
  while (actual[i] === expected[i]) i += 1;
  return `${actual.slice(Math.max(0, i - SHOWN), i + SHOWN)} and not ${expected.slice(Math.max(0, i - SHOWN), i + SHOWN)}`;
}
