import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { FeatureSettings, type IdentityClaims, Problem } from 'weather-forecast-service';

const ISSUER = 'https://access.example.com';

/** Who the company's proxy says has signed in there, in a signed assertion that it adds to each request. */
@Injectable()
export class CompanyAssertions {
  // Keys that the proxy publishes later are found, too.
  private readonly keys;

  constructor(settings: FeatureSettings) {
    this.keys = createRemoteJWKSet(new URL(settings.get('COMPANY_KEYS_URL')));
  }

  /** Only an assertion for this service counts, by the one algorithm that the proxy uses, for two minutes. */
  async read(assertion = ''): Promise<IdentityClaims> {
    const expected = { issuer: ISSUER, audience: 'weather', algorithms: ['ES256'], maxTokenAge: '2 minutes' };
    const { payload } = await jwtVerify<{ sub: string; email: string; name?: string }>(assertion, this.keys, {
      ...expected,
      requiredClaims: ['sub', 'email', 'exp'],
    }).catch((cause: unknown) => {
      throw new Problem('unauthenticated', { cause });
    });
    return { issuer: ISSUER, subject: payload.sub, email: payload.email, fullName: payload.name };
  }
}
