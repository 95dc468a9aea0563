// Fastify alone, which sends bodies from memory. The folder given as argument contains the bodies as `<number>.json`;
// `paths.json` holds the path and query of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';

const folder = process.argv[2];
const paths = JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')) as string[];
const bodies = new Map(paths.map((path, number) => [path, readFileSync(join(folder, `${number}.json`))]));
const server = fastify();
server.get('/v1/weather/forecast', (request, reply) => {
  void reply.type('application/json; charset=utf-8').send(bodies.get(request.url));
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.once('message', () => void server.close().then(() => process.exit(0)));
process.send!({ url });
