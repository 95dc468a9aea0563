import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, userEnvironment } from '../project-command.js';

/** With the image's version of Node.js. */
export function imageUserEnvironment(): Record<string, string> {
  const { PATH, ...others } = userEnvironment();
  return { ...others, PATH: `${join(PROJECT, 'node_modules/node/bin')}:${PATH}` };
}

/** The ID of the image's user `node`. */
export const IMAGE_USER = 1000;

interface Step {
  instruction: string;
  text: string;
}

interface Stage {
  /** Stands in for `/` in the stage. */
  root: string;
  workingDirectory: string;
}

/** The last stage of docker/Dockerfile as folders, built by executing its steps. Throws for unknown kinds of steps. */
export class ImageDirectory {
  readonly environment: Record<string, string> = {};
  /** The working directory of the processes. */
  app = '';
  private readonly stages = new Map<string, Stage>();

  /** @param directory where the stages are put; must be readable by everybody */
  constructor(private readonly directory: string) {
    // The project stands in for the stage that builds it.
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: PROJECT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.stages.set('build', { root: '', workingDirectory: PROJECT });
    for (const { name, steps } of readStages()) if (name !== 'build') this.run(name, steps);
  }

  private run(name: string, steps: readonly Step[]): void {
    const stage = { root: join(this.directory, name), workingDirectory: '/' };
    this.stages.set(name, stage);
    mkdirSync(stage.root);
    for (const step of steps) this.take(stage, step);
    this.app = join(stage.root, stage.workingDirectory);
  }

  private take(stage: Stage, { instruction, text }: Step): void {
    switch (instruction) {
      case 'WORKDIR':
        stage.workingDirectory = text;
        mkdirSync(join(stage.root, text), { recursive: true });
        return;
      case 'COPY':
        return this.copy(stage, text.split(/\s+/));
      case 'RUN':
        return runIn(stage, text);
      case 'ENV':
        for (const pair of text.split(' ')) this.environment[pair.split('=')[0]] = pair.split('=')[1];
        return;
      case 'CMD':
      case 'EXPOSE':
      case 'HEALTHCHECK':
      case 'USER':
      case 'VOLUME':
        return;
      default:
        throw new Error(`docker/Dockerfile has an instruction that this does not know: ${instruction}`);
    }
  }

  private copy(to: Stage, words: string[]): void {
    const from = /^--from=(.+)$/.exec(words[0])?.[1];
    const target = words.at(-1)!;
    const sources = words.slice(from === undefined ? 0 : 1, -1).map((source) => {
      if (from === undefined) return join(PROJECT, source);
      const { root, workingDirectory } = this.stages.get(from)!;
      return root === '' ? source.replace(/^\/app/, workingDirectory) : join(root, source);
    });
    const into = join(to.root, to.workingDirectory, target);
    // Docker copies the content of folders. Between stages, hard links suffice.
    const parameters = ['--recursive', ...(target.endsWith('/') ? [] : ['--no-target-directory'])];
    if (sources.every((source) => source.startsWith(this.directory))) parameters.push('--link');
    for (const source of sources) execFileSync('cp', [...parameters, source, into]);
  }
}

function runIn({ root, workingDirectory }: Stage, command: string): void {
  const own = command.replace(/ (\/\S+)/g, ` ${root}$1`).replace(/=node\b/g, `=${IMAGE_USER}`);
  execFileSync('/bin/sh', ['-c', own], {
    cwd: join(root, workingDirectory),
    env: {
      ...imageUserEnvironment(),
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function readStages(): { name: string; steps: Step[] }[] {
  const text = readFileSync(join(PROJECT, 'docker/Dockerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { name: string; steps: Step[] }[] = [];
  for (const line of lines) {
    const [, instruction, rest] = /^(\w+)\s+(.+)$/.exec(line)!;
    if (instruction === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'image', steps: [] });
    else stages.at(-1)!.steps.push({ instruction, text: rest });
  }
  return stages;
}
