import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appendFileSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneProject } from './clone-project.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const STARTED = 'It has started.';

describe('npm start in a fresh clone', () => {
  let clone: string;
  let home: ServiceHome;
  beforeAll(async () => {
    clone = cloneProject();
    home = await ServiceHome.create();
  });
  afterAll(async () => {
    await home.remove();
    rmSync(clone, { recursive: true, force: true });
  });

  test('compiles once, and again only when a source has changed', async () => {
    const first = await ServiceProcess.start(home, clone);
    expect(first.npm.output).toContain('Compiling the service');
    expect(first.npm.output).toContain('Compiling the dashboard');
    await first.stop();

    const second = await ServiceProcess.start(home, clone);
    expect(second.npm.output).not.toContain('Compiling');

    // A running service keeps its files: the new build replaces them in one rename.
    appendFileSync(join(clone, 'src/dashboard/web/styles.css'), '\n.a-change { color: red; }\n');
    await build();
    expect((await fetch(`${home.url}/docs`)).status).toBe(200);
    const styles = /\/assets\/[\w-]+\.css/.exec(await (await fetch(`${home.url}/login`)).text())![0];
    expect(await (await fetch(home.url + styles)).text()).toContain('.a-change');
    await second.stop();
  });

  test('removes the output of a deleted source, and keeps the page', async () => {
    const page = () => statSync(join(clone, 'dist/web/index.html')).mtimeMs;
    const firstPage = page();
    keepOneSource();
    writeFileSync(join(clone, 'src/short-lived.ts'), 'export const isHere = true;\n');
    await build();
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(true);
    expect(existsSync(join(clone, 'dist/boot'))).toBe(false);

    rmSync(join(clone, 'src/short-lived.ts'));
    await build();
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(false);
    expect(page()).toBeCloseTo(firstPage);
  });

  test('compiles once for two commands that start at the same time', async () => {
    appendFileSync(join(clone, 'src/main.ts'), "console.log('It has changed.');\n");
    const starts = await Promise.all([1, 2].map(() => home.run(['npm', 'start'], clone).ended));
    for (const start of starts)
      expect(start).toMatchObject({ code: 0, output: expect.stringContaining('It has changed.') });
    expect(starts.filter(({ output }) => output.includes('Compiling'))).toHaveLength(1);
  });

  test("reports a source that doesn't compile, starts nothing, and keeps the last build", async () => {
    appendFileSync(join(clone, 'src/main.ts'), "\nconst port: number = 'none';\n");
    const { code, output } = await home.run(['npm', 'start'], clone).ended;
    expect(code).toBe(1);
    expect(output).toContain('src/main.ts');
    expect(output).not.toContain(STARTED);
    expect(readFileSync(join(clone, 'dist/main.js'), 'utf8')).toContain('It has changed.');
    expect(globSync('dist?*', { cwd: clone, exclude: ['dist.lock'] })).toEqual(['dist.next']);
  });

  async function build(): Promise<void> {
    const { code, output } = await home.run(['npm', 'run', '--silent', 'build'], clone).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('Compiling')]);
  }

  /**
   * Replaces the service, which takes half a minute to compile, by one source, which is enough for the rest of the
   * tests.
   */
  function keepOneSource(): void {
    for (const path of globSync('src/**/*.ts', { cwd: clone, exclude: ['src/dashboard/web/**'] }))
      rmSync(join(clone, path));
    writeFileSync(join(clone, 'src/main.ts'), `console.log('${STARTED}');\n`);
  }
});
