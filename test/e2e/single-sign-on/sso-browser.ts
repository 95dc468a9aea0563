import { ApiCaller, type Answer } from '../../support/api-caller.js';
import type { OpenIdIssuer } from '../../support/openid-issuer.js';
import type { TestApp } from '../../support/test-app.js';

/** A browser that signs in with a provider. */
export class SsoBrowser {
  /** By name, as the service set them. */
  readonly cookies = new Map<string, string>();

  constructor(private readonly app: TestApp) {}

  /** The path and query of a URL of ours, asked as a browser's navigation. */
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

  /** From the button to the provider, and to the URL that leads back. */
  async leave(issuer: OpenIdIssuer, { id = 'oidc', query = '' } = {}): Promise<URL> {
    const start = await this.open(`/v1/sessions/oidc/${id}${query}`);
    return issuer.signIn(start.headers.get('location')!);
  }

  /** The whole sign-in; answers where it leads. */
  async signIn(issuer: OpenIdIssuer, options: { id?: string; query?: string } = {}): Promise<string> {
    return this.arrive(await this.leave(issuer, options));
  }

  /** Where a callback leads. */
  async arrive(callback: string | URL): Promise<string> {
    const response = await this.open(callback);
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  }

  /** For what its pages ask. */
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
