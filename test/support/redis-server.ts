import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis server for one test, in memory, on a free port. */
export class RedisServer {
  private constructor(
    private readonly port: number,
    private process: ChildProcess,
    private readonly options: string[],
    private readonly password?: string,
  ) {}

  /**
   * @param options command-line options of redis-server
   * @param password password of the default user
   */
  static async start(options: string[] = [], password?: string): Promise<RedisServer> {
    const port = await freePort();
    return new RedisServer(port, await run(port, options, password), options, password);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process.pid!;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGCONT');
    this.process.kill();
    await ended;
  }

  /** Restarts the server without its data. */
  async restart(): Promise<void> {
    this.process = await run(this.port, this.options, this.password);
  }

  /** Suspends the server, so that it keeps connections but doesn't respond, or resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process.kill(signal);
  }
}

async function run(port: number, options: string[], password?: string): Promise<ChildProcess> {
  const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...usual, ...options], { stdio: 'ignore' });
  for (;;) {
    const redis = new Redis(port, '127.0.0.1', {
      lazyConnect: true,
      password,
      retryStrategy: () => null,
    });
    redis.on('error', () => undefined);
    const answer = await redis
      .connect()
      .then(() => redis.ping())
      .catch(() => undefined);
    // Without a connection, this would keep the process alive for two seconds.
    if (redis.status !== 'end') redis.disconnect();
    if (answer === 'PONG') return child;
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}.`);
    await sleep(20);
  }
}
