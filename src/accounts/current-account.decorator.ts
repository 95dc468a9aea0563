import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Problem, requestOf } from '../core/http/index.js';
import type { Account } from './account.entity.js';

/** The signed-in account, on a route that is also open to callers without one. */
export const CurrentAccountIfAny = createParamDecorator(
  (_: unknown, context: ExecutionContext): Account | undefined => requestOf(context).account,
);

/** The signed-in account. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { account } = requestOf(context);
  if (!account) throw new Error('The route asks for the account, but its guard lets callers in without one.');
  return account;
});

/** @throws Problem forbidden */
export function requireAdministrator({ role }: Account): void {
  if (role !== 'admin') throw new Problem('forbidden', { detail: 'Only administrators can do this.' });
}
