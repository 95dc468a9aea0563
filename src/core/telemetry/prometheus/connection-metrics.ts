import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type UnreadAnswers } from '../../http/unread-answers.js';
import { MetricsService, samplesBy } from './metrics.service.js';

/** Client connections: those open, and those closed for exceeding a limit. */
@Injectable()
export class ConnectionMetrics {
  constructor(private readonly metrics: MetricsService) {}

  watch(server: Server, { closed }: UnreadAnswers): void {
    let dropped = 0;
    server.on('drop', () => (dropped += 1));
    this.metrics.gauge('http_connections', 'Connections that callers have open.', () =>
      connectionsOf(server),
    );
    this.metrics.counter(
      'http_connections_closed_total',
      'Connections closed because there were too many, or too many bytes that were not read: of the connection, of the client or of the process.',
      () =>
        samplesBy('reason', {
          too_many: dropped,
          unread_of_connection: closed.connection,
          unread_of_client: closed.client,
          unread_of_process: closed.process,
        }),
    );
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.getConnections((_error, count: number | undefined) => resolve(count ?? 0)),
  );
}
