import { ask, type Question, type Reply } from './ask.js';
import type { Ledger, Outcome } from './ledger.js';

/** Sends keyed requests through the proxy and records them in the ledger. */
export class WeatherCaller {
  constructor(
    private readonly port: number,
    readonly ledger: Ledger,
  ) {}

  /** `reply` is undefined if no replica responded. */
  async call(key: string, question: Question, units = 1): Promise<{ reply?: Reply; outcome: Outcome }> {
    const id = this.ledger.nextId();
    const headers = { ...question.headers, apikey: key, 'x-request-id': id };
    const sentMs = performance.now();
    let reply: Reply | undefined;
    let failure: string | undefined;
    try {
      reply = await ask(this.port, { ...question, headers });
      failure = reply.proxyFailure ?? failureOf(reply);
    } catch (error) {
      failure = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'proxy away' : 'proxy cut';
    }
    const answered = reply && reply.proxyFailure === undefined ? reply : undefined;
    const outcome: Outcome = {
      id,
      units,
      sentMs,
      receivedMs: performance.now(),
      status: answered?.status,
      failure,
      counted: isCounted(answered, failure),
    };
    this.ledger.record(outcome);
    return { reply: answered, outcome };
  }
}

function failureOf({ status, body }: Reply): string | undefined {
  return status < 500 ? undefined : `${status} ${codeOf(body)}`;
}

/** Returns the problem code of an error response. */
export function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as { code: string }).code;
  } catch {
    return 'without a code';
  }
}

/** `usage_unavailable` means that usage could not be written, and a key that can't be looked up belongs to nobody. */
function isCounted(reply: Reply | undefined, failure: string | undefined): Outcome['counted'] {
  if (!reply) return failure === 'no replica' || failure === 'proxy away' ? 'no' : 'maybe';
  if (reply.status < 500) return 'yes';
  return codeOf(reply.body) === 'forecast_unavailable' ? 'yes' : 'maybe';
}
