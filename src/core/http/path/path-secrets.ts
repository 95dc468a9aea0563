import type { Server } from 'node:http';
import { hideSecrets } from '../problems/hidden-secrets.js';

/** A percent-encoded visible ASCII character, also if its escape was escaped again. */
const ESCAPED = /%(?:25)*(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;
const HIDDEN = '***';

/**
 * Removes secrets from request paths before anything reads them, since problems, the request log and traces repeat
 * paths. No route has a secret in its path, so such a path is unknown anyway.
 *
 * @param secretPaths paths below which everything is a secret
 */
export function hidePathSecrets(server: Server, secretPaths: readonly string[]): void {
  const withoutSecrets = pathSecrets(secretPaths);
  server.prependListener('request', (message) => {
    message.url = withoutSecrets(message.url!);
  });
}

/** Returns a function that hides secrets in a URL's path, also if they are escaped. It keeps the query. */
export function pathSecrets(secretPaths: readonly string[]): (url: string) => string {
  // The outer slashes have no `+`: a run of many slashes would be searched again from each of them.
  const below = secretPaths.map((path) => `(?<=/${path.slice(1, -1).replaceAll('/', '/+')}/).+`);
  const secret = below.length > 0 ? new RegExp(below.join('|'), 'gi') : undefined;
  return (url) => {
    const [path] = url.split('?', 1);
    const plain = path.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const shown = hideSecrets(secret ? plain.replace(secret, HIDDEN) : plain);
    return shown === plain ? url : shown + url.slice(path.length);
  };
}
