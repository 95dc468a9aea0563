// Fastify alone in several processes on one port, which send one body out of memory: the number of processes, the path,
// and the file that holds the body are given.
import { readFileSync } from 'node:fs';
import cluster from 'node:cluster';
import fastify from 'fastify';

const [, , count, port, path, file] = process.argv;

if (cluster.isPrimary && Number(count) > 1) {
  let listening = 0;
  cluster.on('listening', () => {
    if (++listening === Number(count)) process.send!('ready');
  });
  for (let i = 0; i < Number(count); i++) cluster.fork();
} else {
  const body = readFileSync(file);
  const server = fastify();
  server.get(path.split('?', 1)[0], (_request, reply) => {
    void reply.type('application/json; charset=utf-8').send(body);
  });
  await server.listen({ host: '127.0.0.1', port: Number(port) });
  if (cluster.isPrimary) process.send!('ready');
}
process.once('disconnect', () => process.exit(0));
