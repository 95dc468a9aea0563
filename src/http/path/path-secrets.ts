import type { Server } from 'node:http';

/** A character that can be seen, also where its escape was escaped again. */
const ESCAPED = /%(?:25)*(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;
/** What begins as keys and client secrets do, and what has a prefix as IDs have but is clearly longer, such as a token. */
const SECRET = 'wxs?_[0-9A-Za-z]{20,}|(?<![0-9A-Za-z_])[a-z]{3,6}_[0-9A-Za-z]{32,}';
const HIDDEN = '***';

/**
 * Takes secrets out of the paths of requests before anything reads those: problems, the log of requests and traces repeat
 * them. No route has a secret in its path, so that such a path is unknown.
 *
 * @param secretPaths below which everything is a secret
 */
export function hidePathSecrets(server: Server, secretPaths: readonly string[]): void {
  const withoutSecrets = pathSecrets(secretPaths);
  server.prependListener('request', (message) => {
    message.url = withoutSecrets(message.url!);
  });
}

/** Answers a URL whose path, also where it is escaped, has no secret in it. Its query stays as it is. */
export function pathSecrets(secretPaths: readonly string[]): (url: string) => string {
  // A slash that repeats at an end would be looked for from each of many slashes.
  const below = secretPaths.map((path) => `(?<=/${path.slice(1, -1).replaceAll('/', '/+')}/).+`);
  const secret = new RegExp([...below, SECRET].join('|'), 'gi');
  return (url) => {
    const [path] = url.split('?', 1);
    const plain = path.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const shown = plain.replace(secret, HIDDEN);
    return shown === plain ? url : shown + url.slice(path.length);
  };
}
