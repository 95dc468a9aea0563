import { expect, it } from '@jest/globals';
import { type OutgoingHttpHeaders } from 'node:http';
import { type Answer } from './api-caller.js';
import { expectProblem, PUBLIC_URL } from './problems.js';
import { sendRaw } from './raw-request.js';
import { type TestApp } from './test-app.js';

const OWN_HOST = 'own host';
const SITES = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'Same-Origin', ''];
const ORIGINS = [
  undefined,
  PUBLIC_URL,
  OWN_HOST,
  'https://evil.example',
  `${PUBLIC_URL}.evil.example`,
  'http://localhost:3001',
  'null',
  '',
];

/** The contract's rule: Fetch Metadata decides where it is present, else `Origin` does, and programs send neither. */
function mayPass(site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === PUBLIC_URL || origin === OWN_HOST;
}

const COMBINATIONS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, passes: mayPass(site, origin) })),
);

interface GuardedRoute {
  method: string;
  path: string;
  /** Cookies, for routes that ask for a session. */
  headers?: () => OutgoingHttpHeaders;
  body?: string;
  /** How the route answers this request, which need not be a success, when the guard lets it pass. */
  passedStatus: number;
}

/** Sends an unsafe request with every combination of `Sec-Fetch-Site` and `Origin`. */
export function itRefusesOtherSites(app: () => TestApp, route: GuardedRoute): void {
  const { method, path, headers = () => ({}), body, passedStatus } = route;
  const send = (site: string | undefined, origin: string | undefined): Promise<Answer<unknown>> =>
    sendRaw(app().url, {
      method,
      path,
      body,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers(),
        ...(site !== undefined && { 'sec-fetch-site': site }),
        ...(origin !== undefined && { origin: origin === OWN_HOST ? app().url : origin }),
      },
    });

  it.each(COMBINATIONS.filter(({ passes }) => !passes))(
    'is refused with Sec-Fetch-Site $site and Origin $origin',
    async ({ site, origin }) => {
      expectProblem(await send(site, origin), 403, 'cross_site_request', { instance: path });
    },
  );

  it.each(COMBINATIONS.filter(({ passes }) => passes))(
    'passes with Sec-Fetch-Site $site and Origin $origin',
    async ({ site, origin }) => {
      expect((await send(site, origin)).status).toBe(passedStatus);
    },
  );
}
