import { describe, expect, it } from '@jest/globals';
import { isEmailVerified } from '../../../../src/organizations/single-sign-on/email-verified.js';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const ENTRA = `https://login.microsoftonline.com/${TENANT}/v2.0`;

describe('an email address', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', false],
    [1, false],
    [null, false],
    [undefined, false],
  ])('with email_verified %p is verified: %p', (email_verified, expected) => {
    expect(isEmailVerified('https://login.example.com', { email_verified })).toBe(expected);
  });

  it.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['0', false],
    ['false', false],
    [{}, false],
    [undefined, false],
  ])('of Entra ID with xms_edov %p is verified: %p', (xms_edov, expected) => {
    expect(isEmailVerified(ENTRA, { xms_edov })).toBe(expected);
  });

  it.each([
    `https://login.microsoftonline.us/${TENANT}/v2.0`,
    `https://login.partner.microsoftonline.cn/${TENANT}/v2.0`,
  ])('of %s is verified too', (issuer) => {
    expect(isEmailVerified(issuer, { xms_edov: true })).toBe(true);
  });

  it.each([
    'https://login.example.com',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    `https://login.microsoftonline.com.example.com/${TENANT}/v2.0`,
    `https://evil.example/login.microsoftonline.com/${TENANT}/v2.0`,
    `https://loginxmicrosoftonline.com/${TENANT}/v2.0`,
    `http://login.microsoftonline.com/${TENANT}/v2.0`,
    `${ENTRA}/`,
  ])('of %s is not verified by xms_edov', (issuer) => {
    expect(isEmailVerified(issuer, { xms_edov: true })).toBe(false);
  });

  it('remains unverified if Entra ID says so', () => {
    expect(isEmailVerified(ENTRA, { email_verified: false, xms_edov: true })).toBe(false);
  });
});
