import { expect, it } from '@jest/globals';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

// A body that is refused after the guard, so that no test registers anybody.
itRefusesOtherSites(app, { method: 'POST', path: '/v1/accounts', body: '{}', passedStatus: 400 });

it('has made no account in all these tests', async () => {
  expect(await app().runSql('select count(*)::int as count from accounts')).toEqual([{ count: 0 }]);
});
