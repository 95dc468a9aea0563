import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildProgram } from '../../support/child-program.js';
import { freePort } from '../../support/free-port.js';
import {
  type ComposeService,
  interpolate,
  interpolateText,
  project,
  readCompose,
} from '../../unit/docker/compose-file.js';
import { ProjectCommand } from '../project-command.js';
import { IMAGE_USER, type ImageDirectory, imageUserEnvironment } from './image-directory.js';
import { startPostgres, startS3 } from './stand-ins.js';

const POLL_MS = 200;
/** Programs of this machine that stand in for those in the images. */
const PROGRAMS: Record<string, string[]> = {
  'valkey-server': ['redis-server'],
  'valkey-cli': ['redis-cli'],
  // Like the wget of Alpine and Prometheus, which has fewer features than GNU's.
  wget: ['busybox', 'wget'],
};
/** The addresses of the services, as written in the files. */
const ADDRESSES = [
  'postgres:5432',
  'valkey:6379',
  's3:8333',
  'api-1:3000',
  'api-2:3000',
  'ingest:3000',
  'caddy:80',
  'caddy:443',
  'caddy:2019',
  'prometheus:9090',
];
const ADDRESS = /\b(postgres|valkey|s3|api-1|api-2|ingest|127\.0\.0\.1):(\d+)\b/g;
const asImageUser = ['setpriv', `--reuid=${IMAGE_USER}`, `--regid=${IMAGE_USER}`, '--clear-groups'];

/**
 * Runs docker/compose.production.yaml without a container engine: starts the process of each service with its command,
 * environment and health check from the file, in the file's order, and maps the addresses in it to local ports.
 */
export class ComposeStack {
  private readonly compose = readCompose('docker/compose.production.yaml');
  private readonly ports = new Map<string, number>();
  private readonly commands = new Map<string, ProjectCommand>();
  private readonly started = new Map<string, Promise<void>>();
  private s3: ChildProgram | undefined;

  private constructor(
    private readonly image: ImageDirectory,
    private readonly directory: string,
    private readonly given: Record<string, string>,
  ) {}

  /** @param given the content of docker/production.env */
  static async create(
    image: ImageDirectory,
    directory: string,
    given: Record<string, string>,
  ): Promise<ComposeStack> {
    const stack = new ComposeStack(image, directory, given);
    for (const address of ADDRESSES) stack.ports.set(address, await freePort());
    return stack;
  }

  portOf(address: string): number {
    return this.ports.get(address)!;
  }

  command(name: string): ProjectCommand {
    return this.commands.get(name)!;
  }

  /** Starts a service after its dependencies; resolves when it is healthy, or has completed successfully. */
  start(name: string): Promise<void> {
    const start = this.started.get(name) ?? this.startAfterOthers(name);
    this.started.set(name, start);
    return start;
  }

  /** Starts a service again whose process has ended. */
  async restart(name: string): Promise<void> {
    await this.command(name).ended;
    await this.begin(name, this.compose.services[name]);
  }

  async stop(): Promise<void> {
    for (const command of this.commands.values()) {
      try {
        command.signalGroup('SIGKILL');
      } catch {
        // It has already ended.
      }
      await command.ended;
    }
    await this.s3?.killGroup();
  }

  private async startAfterOthers(name: string): Promise<void> {
    const service = this.compose.services[name];
    await Promise.all(Object.keys(service.depends_on ?? {}).map((other) => this.start(other)));
    await this.begin(name, service);
  }

  private async begin(name: string, service: ComposeService): Promise<void> {
    // Tested separately; the server that stands in for SeaweedFS already has its bucket.
    if (name === 'bucket') return;
    if (name === 's3') return this.runS3();
    const command = this.run(name, service);
    this.commands.set(name, command);
    if (service.restart === 'no') {
      const { code, output } = await command.ended;
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
      return;
    }
    await this.healthy(name, service, command);
  }

  private run(name: string, service: ComposeService): ProjectCommand {
    const directory = this.directoryOf(name);
    const environment = this.environmentOf(name, service);
    if (name === 'postgres') return startPostgres(directory, this.portOf('postgres:5432'), environment);
    if (name === 'caddy') return this.runCaddy(directory, environment);
    if (name === 'prometheus') return this.runPrometheus(directory, service, environment);
    const words = this.wordsOf(name, service.command!);
    if (name === 'valkey')
      return new ProjectCommand([
        ...words,
        '--bind',
        '127.0.0.1',
        '--port',
        String(this.portOf('valkey:6379')),
      ]);
    return this.runImage(directory, words, environment);
  }

  /** It is ready once it has started, and doesn't know the path of the health check. */
  private async runS3(): Promise<void> {
    const { content = '' } = this.compose.configs!.s3;
    const configuration = interpolateText(content, this.given);
    this.s3 = await startS3(this.directoryOf('s3'), this.portOf('s3:8333'), configuration);
  }

  private directoryOf(name: string): string {
    const directory = join(this.directory, name);
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  /** Runs as the image's user, who can write to its volume and nowhere else. */
  private runImage(directory: string, words: string[], environment: Record<string, string>): ProjectCommand {
    spawnSync('chown', [String(IMAGE_USER), directory]);
    return new ProjectCommand([...asImageUser, ...words], {
      directory: this.image.app,
      environment: { ...environment, HOME: '/nonexistent', DATA_DIR: directory },
    });
  }

  private runCaddy(directory: string, environment: Record<string, string>): ProjectCommand {
    const options = [
      `http_port ${this.portOf('caddy:80')}`,
      `https_port ${this.portOf('caddy:443')}`,
      `admin 127.0.0.1:${this.portOf('caddy:2019')}`,
      'skip_install_trust',
    ];
    const file = join(directory, 'Caddyfile');
    const text = this.wired('caddy', readFileSync(project('docker/Caddyfile'), 'utf8'));
    writeFileSync(file, `{\n${options.join('\n')}\n}\n${text}`);
    return new ProjectCommand(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
      environment: { ...environment, HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    });
  }

  private runPrometheus(
    directory: string,
    { entrypoint = [], command = [], volumes = [] }: ComposeService,
    environment: Record<string, string>,
  ): ProjectCommand {
    const placed = (text: string) =>
      text
        .replace(/(\/run\/secrets|\/etc\/prometheus)\//g, `${directory}/`)
        .replace('=/prometheus', `=${directory}`);
    for (const [source] of volumes
      .map((volume) => volume.split(':'))
      .filter(([path]) => path.startsWith('./'))) {
      const target = join(directory, basename(source));
      copyFileSync(project(`docker/${source}`), target);
      writeFileSync(target, placed(this.wired('prometheus', readFileSync(target, 'utf8'))));
    }
    const listen = `--web.listen-address=127.0.0.1:${this.portOf('prometheus:9090')}`;
    const words = this.wordsOf('prometheus', [...entrypoint, ...command]).map(placed);
    return new ProjectCommand([...words, listen], { environment });
  }

  private async healthy(
    name: string,
    { healthcheck }: ComposeService,
    command: ProjectCommand,
  ): Promise<void> {
    const [kind, ...test] = healthcheck!.test;
    if (kind !== 'CMD') throw new Error(`${name} has a health check that this does not know.`);
    const [file, ...parameters] = this.wordsOf(name, test);
    let hasEnded = false;
    void command.ended.then(() => (hasEnded = true));
    while (spawnSync(file, parameters, { env: this.checkEnvironment(name) }).status !== 0) {
      if (hasEnded) throw new Error(`${name} ended before it was healthy:\n${command.output}`);
      await sleep(POLL_MS);
    }
  }

  /** For clients that would use the default port. */
  private checkEnvironment(name: string): Record<string, string> {
    return { ...this.commonEnvironment(), PGPORT: String(this.ports.get(`${name}:5432`)) };
  }

  private environmentOf(
    name: string,
    { build, image, environment = {} }: ComposeService,
  ): Record<string, string> {
    const own = build !== undefined || image === 'weather-forecast-service';
    const values = { ...(own ? this.image.environment : {}), ...interpolate(environment, this.given) };
    const wired = Object.entries(values).map(([key, text]) => [key, this.wired(name, text)]);
    const listening: Record<string, string> = own
      ? { HOST: '127.0.0.1', PORT: String(this.ports.get(`${name}:3000`) ?? 3000) }
      : {};
    return { ...this.commonEnvironment(), ...(Object.fromEntries(wired) as object), ...listening };
  }

  /** The image uses the Node.js of the npm packages. */
  private commonEnvironment(): Record<string, string> {
    return { PATH: imageUserEnvironment().PATH };
  }

  private wordsOf(name: string, words: readonly string[]): string[] {
    const [program, ...parameters] = words.map((word) => this.wired(name, interpolateText(word, this.given)));
    const found = PROGRAMS[program] ?? [program];
    const port = program === 'valkey-cli' ? ['-p', String(this.portOf('valkey:6379'))] : [];
    return [...found, ...port, ...parameters];
  }

  /** Replaces the addresses in a text with those on this machine. */
  private wired(name: string, text: string): string {
    const edge = this.compose.networks.edge!.ipam!.config[0].subnet;
    return text.replace(edge, '127.0.0.1').replace(ADDRESS, (address, host: string, port: string) => {
      const known = this.ports.get(host === '127.0.0.1' ? `${name}:${port}` : address);
      if (known === undefined && host !== '127.0.0.1') throw new Error(`Nobody answers at ${address}.`);
      return known === undefined ? address : `127.0.0.1:${known}`;
    });
  }
}
