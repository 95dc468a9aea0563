import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneProject } from './clone-project.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

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
    const stamp = () => readFileSync(join(clone, 'dist/.sources.sha256'), 'utf8');
    writeFileSync(join(clone, 'src/short-lived.ts'), 'export const isHere = true;\n');
    const first = await ServiceProcess.start(home, clone);
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(true);
    expect(first.npm.output).toMatch(/^Compiling the service and the dashboard[^]+Compiled in/m);
    const firstStamp = stamp();
    const page = statSync(join(clone, 'dist/web/index.html')).mtimeMs;
    await first.stop();

    const second = await ServiceProcess.start(home, clone);
    expect(second.npm.output).not.toContain('Compiled in');
    expect(stamp()).toBe(firstStamp);

    // A running service keeps its files: the new build takes their place in one rename.
    appendFileSync(join(clone, 'src/main.ts'), '\n// A change.\n');
    rmSync(join(clone, 'src/short-lived.ts'));
    const build = await home.run(['npm', 'run', '--silent', 'build'], clone).ended;
    expect(build).toMatchObject({ code: 0, output: expect.stringContaining('Compiled in') });
    expect(stamp()).not.toBe(firstStamp);
    expect(existsSync(join(clone, 'dist/short-lived.js'))).toBe(false);
    expect((await fetch(`${home.url}/docs`)).status).toBe(200);

    // The dashboard's page was taken over as it was, and made anew only when it is its sources that change.
    expect(statSync(join(clone, 'dist/web/index.html')).mtimeMs).toBeCloseTo(page);
    appendFileSync(join(clone, 'src/dashboard/web/styles.css'), '\n.a-change { color: red; }\n');
    const bundled = await home.run(['npm', 'run', '--silent', 'build'], clone).ended;
    expect(bundled).toMatchObject({ code: 0, output: expect.stringContaining('Compiled in') });
    const styles = /\/assets\/[\w-]+\.css/.exec(await (await fetch(`${home.url}/login`)).text())![0];
    expect(await (await fetch(home.url + styles)).text()).toContain('.a-change');
    await second.stop();
  }, 300_000);

  test('a source that does not compile is reported and nothing starts', async () => {
    appendFileSync(join(clone, 'src/main.ts'), "\nconst port: number = 'none';\n");
    const { code, output } = await home.run(['npm', 'start'], clone).ended;
    expect(code).toBe(1);
    expect(output).toContain('src/main.ts');
    expect(output).not.toContain('The service is ready');
  }, 300_000);
});
