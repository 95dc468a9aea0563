import type { Connection } from 'pg';

const BOUND_MECHANISM = 'SCRAM-SHA-256-PLUS';

/** Breaks the connection before the password is sent if the server would authenticate without channel binding. */
export function requireChannelBinding(connection: Connection): void {
  let isOffered = false;
  let isDone = false;
  const refuse = () =>
    connection.stream.destroy(
      new Error('channel_binding=require, but the server authenticates without channel binding'),
    );
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
    isOffered = mechanisms.includes(BOUND_MECHANISM);
    if (!isOffered) refuse();
  });
  connection.on('authenticationSASLFinal', () => {
    isDone = isOffered;
  });
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  connection.on('authenticationOk', () => {
    if (!isDone) refuse();
  });
}
