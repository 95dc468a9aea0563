// The smallest S3 server that npm has, on the port and the directory that it is told.
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
  // It leaves the final slash of the bucket's own path out of what is signed.
  allowMismatchedSignatures: true,
  directory,
  configureBuckets: [{ name: bucket }],
}).run();
