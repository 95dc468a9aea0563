// The smallest S3 server on npm, on the given port and directory.
import { createRequire } from 'node:module';

interface Server {
  run(): Promise<unknown>;
}

const [port, directory, bucket] = process.argv.slice(2);
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;
await new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  vhostBuckets: false,
  // The server omits the trailing slash of the bucket's path from the signed string.
  allowMismatchedSignatures: true,
  directory,
  configureBuckets: [{ name: bucket }],
}).run();
