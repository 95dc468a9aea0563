import { beforeAll, describe, it, jest } from '@jest/globals';
import { RequestPaceService } from '../../../src/core/http/access/pace/request-pace.service.js';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { fillPath } from '../../support/documented-routes.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { IDS, type Ids, idsOf, PREFIXES } from './routes-with-ids.js';

const NO_IDS = [
  'x',
  '%00',
  'cli_%00',
  'null',
  'cli_',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FA',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FAVX',
  'cli_01arz3ndektsv4rrffq69g5fav',
  'CLI_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'aud_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  `cli_01ARZ3NDEKTSV4RRFFQ69G5FAV%20`,
  '%F0%9F%8C%A9',
  `'%20or%201=1--`,
];

const app = useTestApp();
let member: SignedInCaller;
let own: Ids;
beforeAll(async () => {
  // One account gets more rejections here than the limit allows.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  // The first account is the administrator.
  await signedInCaller(app());
  member = await signedInCaller(app());
  own = await idsOf(app(), member);
});

describe.each(IDS)('$method $path, {$name}', ({ method, path, body, name }) => {
  it('returns 404 for malformed ids', async () => {
    for (const noId of NO_IDS) {
      const instance = fillPath(path, { ...own, [name]: noId.replace(/^cli_/, `${PREFIXES[name]}_`) });
      expectProblem(await member.call(method, instance, { body }), 404, 'not_found', { instance });
    }
  });
});
