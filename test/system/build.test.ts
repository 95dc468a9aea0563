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
    expect(first.npm.output).toMatch(/^Compiling the service and the dashboard[^]+Compiled in/m);
    const firstStamp = stamp();
    await first.stop();

    const second = await ServiceProcess.start(home, clone);
    expect(second.npm.output).not.toContain('Compiled in');
    expect(stamp()).toBe(firstStamp);

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
    const firstStamp = stamp();
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(true);
    expect(existsSync(join(clone, 'dist/boot'))).toBe(false);

    rmSync(join(clone, 'src/short-lived.ts'));
    await build();
    expect(stamp()).not.toBe(firstStamp);
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(false);
    expect(page()).toBeCloseTo(firstPage);
  });

  test("reports a source that doesn't compile, and starts nothing", async () => {
    appendFileSync(join(clone, 'src/main.ts'), "\nconst port: number = 'none';\n");
    const { code, output } = await home.run(['npm', 'start'], clone).ended;
    expect(code).toBe(1);
    expect(output).toContain('src/main.ts');
    expect(output).not.toContain(STARTED);
  });

  const stamp = () => readFileSync(join(clone, 'dist/.sources.sha256'), 'utf8');

  async function build(): Promise<void> {
    const { code, output } = await home.run(['npm', 'run', '--silent', 'build'], clone).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('Compiled in')]);
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
