import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type UnreadAnswers } from '../../http/unread-answers.js';
import { MetricsService } from './metrics.service.js';

/** The connections of callers, and those that were too many or held too much. */
@Injectable()
export class ConnectionMetrics {
  constructor(private readonly metrics: MetricsService) {}

  watch(server: Server, { closed }: UnreadAnswers): void {
    let dropped = 0;
    server.on('drop', () => (dropped += 1));
    this.metrics.add(
      { name: 'http_connections', type: 'gauge', help: 'Connections that callers have open.' },
      () => connectionsOf(server),
    );
    this.metrics.add(
      {
        name: 'http_connections_closed_total',
        type: 'counter',
        help: 'Connections closed because there were too many, or too many bytes that were not read: of the connection, of the client or of the process.',
      },
      () => [
        { labels: { reason: 'too_many' }, value: dropped },
        { labels: { reason: 'unread_of_connection' }, value: closed.connection },
        { labels: { reason: 'unread_of_client' }, value: closed.client },
        { labels: { reason: 'unread_of_process' }, value: closed.process },
      ],
    );
  }
}

function connectionsOf(server: Server): Promise<{ value: number }[]> {
  return new Promise((resolve) =>
    server.getConnections((_error, count: number | undefined) => resolve([{ value: count ?? 0 }])),
  );
}
