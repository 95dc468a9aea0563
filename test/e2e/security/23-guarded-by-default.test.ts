import { expect, it } from '@jest/globals';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { Public } from '../../../src/core/http/access/access.decorator.js';
import { Configuration } from '../../../src/core/config/configuration.js';
import { SessionGuard } from '../../../src/accounts/sessions/session.guard.js';
import { TokenAuthenticatorService } from '../../../src/accounts/tokens/token-authenticator.service.js';
import { SessionsService } from '../../../src/accounts/sessions/sessions.service.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

class Routes {
  unmarked(this: void): string {
    return 'unmarked';
  }

  @Public()
  open(this: void): string {
    return 'open';
  }
}

it('requires a session on unmarked routes, and only there', async () => {
  const { app: nest } = app();
  const guard = new SessionGuard(
    nest.get(SessionsService),
    nest.get(TokenAuthenticatorService),
    nest.get(Configuration),
  );
  const call = (name: keyof Routes) => {
    const context = new ExecutionContextHost([{ cookies: {}, headers: {} }], Routes, Routes.prototype[name]);
    return guard.canActivate(context);
  };

  await expect(call('unmarked')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await call('open')).toBe(true);
});
