import { ApiCaller, type Answer } from '../../../support/api-caller.js';
import type { OpenIdIssuer } from '../../../support/openid-issuer.js';
import type { TestApp } from '../../../support/test-app.js';

/** A browser that signs in with a provider. */
export class SsoBrowser {
  /** Cookies that the service has set, by name. */
  readonly cookies = new Map<string, string>();

  constructor(private readonly app: TestApp) {}

  /** Opens the path and query of a URL of the service, like a browser's navigation. */
  async open(pathOrUrl: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(pathOrUrl, this.app.url);
    const response = await fetch(`${this.app.url}${pathname}${search}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie: this.cookie, ...(init.headers as Record<string, string>) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Starts a sign-in and completes it at the provider. Returns the callback URL. */
  async leave(issuer: OpenIdIssuer, { id = 'oidc', query = '' } = {}): Promise<URL> {
    const start = await this.open(`/v1/sessions/oidc/${id}${query}`);
    return issuer.signIn(start.headers.get('location')!);
  }

  /** Performs the whole sign-in. Returns where it leads. */
  async signIn(issuer: OpenIdIssuer, options: { id?: string; query?: string } = {}): Promise<string> {
    return this.arrive(await this.leave(issuer, options));
  }

  /** Opens a callback URL. Returns where it leads. */
  async arrive(callback: string | URL): Promise<string> {
    const response = await this.open(callback);
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  }

  /** Returns a caller with the cookies, for requests of its pages. */
  caller(): ApiCaller {
    const caller = new ApiCaller(this.app.url);
    caller.cookie = this.cookie;
    return caller;
  }

  current(): Promise<Answer<{ session: { method: string }; account: Record<string, unknown> }>> {
    return this.caller().get('/v1/sessions/current');
  }

  private get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
