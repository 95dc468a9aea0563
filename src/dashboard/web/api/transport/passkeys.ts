import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyAssertion, PasskeyAttestation } from '../schemas.ts';
import { fetched } from './connection.ts';

/** The browser returned no passkey. */
export class PasskeyError extends Error {
  constructor(
    message: string,
    readonly advice: string,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'PasskeyError';
  }
}

export const areSupported = 'PublicKeyCredential' in window;

/** Loaded with the first use. */
const library = fetched(() => import('@simplewebauthn/browser'));

/** @param options from the service */
export async function createPasskey(options: unknown): Promise<PasskeyAttestation> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return (await asked(() => startRegistration({ optionsJSON }))) as PasskeyAttestation;
}

/** @param options from the service */
export async function askForPasskey(options: unknown): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return (await asked(() => startAuthentication({ optionsJSON }))) as PasskeyAssertion;
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw explained(error);
  }
}

/** Maps WebAuthn's error names to messages. */
function explained(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError')
    return new PasskeyError('This device already has a passkey for your account', 'You can use it.', error);
  if (name === 'SecurityError')
    return new PasskeyError(
      "Passkeys don't work at this address",
      'Open the service at the address that its operator gave you.',
      error,
    );
  return new PasskeyError(
    'No passkey was used',
    'The dialog was closed, took too long, or found no passkey. Try again.',
    error,
  );
}
