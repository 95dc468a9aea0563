import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { UnreadAnswers } from '../../../../src/core/http/unread-answers.js';
import { ConnectionMetrics } from '../../../../src/core/telemetry/prometheus/connection-metrics.js';
import { MetricsService } from '../../../../src/core/telemetry/prometheus/metrics.service.js';

it('counts open connections, and those rejected because there were too many', async () => {
  const metrics = new MetricsService();
  const server = createServer();
  server.maxConnections = 2;
  new ConnectionMetrics(metrics).watch(server, new UnreadAnswers());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const sockets = [1, 2, 3].map(() => connect((server.address() as AddressInfo).port, '127.0.0.1').resume());
  await Promise.race(sockets.map((socket) => once(socket, 'close')));

  const text = await metrics.text();

  expect(text).toContain('http_connections 2\n');
  expect(text).toContain('http_connections_closed_total{reason="too_many"} 1\n');
  for (const socket of sockets) socket.destroy();
  server.close();
});
