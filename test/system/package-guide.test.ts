import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithRegistry } from '../support/describe-with-registry.js';
import { codeBlocks, guideText } from '../support/written-texts.js';
import { imageUserEnvironment } from './compose/image-directory.js';
import { PROJECT } from './project-command.js';
import { ServiceHome } from './service-process.js';

const [pack] = codeBlocks(guideText('extending'), 'sh package');
const [install] = codeBlocks(guideText('extending'), 'sh project');
const START = 'npx --no weather-forecast-service start\n';

let project: string;
let home: ServiceHome;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'weather-package-'));
  home = await ServiceHome.create();
});
afterAll(async () => {
  await home?.remove();
  rmSync(project, { recursive: true, force: true });
});

describeWithRegistry('the package', () => {
  test('the commands of the guide lead from a clone to a running service', async () => {
    const run = (script: string, cwd: string, more: NodeJS.ProcessEnv = {}) => {
      const env = { ...imageUserEnvironment(), ...more };
      const { status, stderr } = spawnSync('bash', ['-ec', script], { cwd, env, encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      return stderr;
    };
    // The clone is this one, where `npm ci` has already run.
    expect(pack).toBe('npm ci\nnpm pack\n');
    run(pack.replace('npm ci\n', ''), PROJECT, { npm_config_pack_destination: project });
    expect(install.endsWith(START)).toBe(true);
    const installing = { npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
    expect(run(install.slice(0, -START.length), project, installing)).not.toContain('npm warn');

    const service = home.run(['bash', '-c', `exec ${START}`], project, { PATH: imageUserEnvironment().PATH });
    await service.line(/The service is ready/);
    expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${home.url}/docs/extending`)).text()).toContain('startTestService');
    service.signalGroup('SIGTERM');
    await service.ended;
  }, 400_000);
});
