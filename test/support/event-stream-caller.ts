import { type ClientRequest, type IncomingMessage, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';

export interface ReceivedEvent {
  id: string;
  event: string;
  data: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A client that holds a stream of server-sent events open and parses it as the HTML standard specifies. */
export class EventStreamCaller {
  readonly events: ReceivedEvent[] = [];
  /** ID from which it would resume. */
  lastEventId = '';
  retryMs: number | undefined;
  readonly closed: Promise<void>;
  private rest = '';

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8').on('data', (text: string) => this.read(text));
    response.on('error', () => undefined);
    this.closed = new Promise((resolve) => response.once('close', resolve));
  }

  static async open(
    url: string,
    headers: Record<string, string>,
    path = '/v1/events',
  ): Promise<EventStreamCaller> {
    const request = get(`${url}${path}`, { headers, agent: false });
    // The end of the response reports errors.
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new EventStreamCaller(request, response);
  }

  /** Waits until that many events have been received. */
  async received(count: number): Promise<ReceivedEvent[]> {
    while (this.events.length < count) await delay(25);
    return this.events;
  }

  close(): void {
    this.request.destroy();
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop()!;
    for (const block of blocks) this.readBlock(block);
  }

  private readBlock(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name, value] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      if (name) fields.set(name, value);
    }
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    if (fields.has('retry')) this.retryMs = Number(fields.get('retry'));
    const data = fields.get('data');
    if (data === undefined) return;
    this.events.push({
      id: this.lastEventId,
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data) as ReceivedEvent['data'],
    });
  }
}
