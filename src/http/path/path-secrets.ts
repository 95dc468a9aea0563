import type { Server } from 'node:http';

/** A character that can be seen, also where its escape was escaped again. */
const ESCAPED = /%(?:25)*(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;
/**
 * All that follows where a path has room for a key, what begins as keys and client secrets do, and what has a prefix as IDs
 * have but is clearly longer than they are, such as a token.
 */
const SECRET =
  /(?<=\/open-meteo\/+key\/).+|wxs?_[0-9A-Za-z]{20,}|(?<![0-9A-Za-z_])[a-z]{3,6}_[0-9A-Za-z]{32,}/gi;
const HIDDEN = '***';

/**
 * Takes secrets out of the paths of requests before anything reads those: problems, the log of requests and traces repeat
 * them. No route has a secret in its path, so that such a path is unknown.
 */
export function hidePathSecrets(server: Server): void {
  server.prependListener('request', (message) => {
    message.url = withoutPathSecrets(message.url!);
  });
}

/** A URL whose path, also where it is escaped, has no secret in it. Its query stays as it is. */
export function withoutPathSecrets(url: string): string {
  const [path] = url.split('?', 1);
  const plain = path.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const shown = plain.replace(SECRET, HIDDEN);
  return shown === plain ? url : shown + url.slice(path.length);
}
