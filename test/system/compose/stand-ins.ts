import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ChildProgram } from '../../support/child-program.js';
import { ProjectCommand } from '../project-command.js';

const POSTGRESQL = '/usr/lib/postgresql';

/** Does what PostgreSQL's image does at its first start; every connection over the network needs the password. */
export function startPostgres(
  directory: string,
  port: number,
  { POSTGRES_DB, POSTGRES_USER, POSTGRES_PASSWORD }: Record<string, string>,
): ProjectCommand {
  const programs = join(
    POSTGRESQL,
    readdirSync(POSTGRESQL)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)!,
    'bin',
  );
  const asServer = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const run = ([file, ...parameters]: string[], input?: string) =>
    execFileSync(file, parameters, { cwd: directory, input, stdio: ['pipe', 'ignore', 'pipe'] });
  const [data, passwordFile] = [join(directory, 'data'), join(directory, 'password')];
  mkdirSync(directory, { recursive: true });
  writeFileSync(passwordFile, POSTGRES_PASSWORD);
  run(['chown', '--recursive', 'postgres:', directory]);
  const initdb = [
    '--auth-host=scram-sha-256',
    '--auth-local=reject',
    `--pwfile=${passwordFile}`,
    '--no-sync',
  ];
  run([...asServer, `${programs}/initdb`, `--pgdata=${data}`, `--username=${POSTGRES_USER}`, ...initdb]);
  run(
    [...asServer, `${programs}/postgres`, '--single', '-D', data, 'postgres'],
    `create database ${POSTGRES_DB};\n`,
  );
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  return new ProjectCommand(
    [...asServer, `${programs}/postgres`, '-D', data, '-p', String(port), ...settings],
    {
      directory,
    },
  );
}

const S3_PROGRAM = `
  import { createRequire } from 'node:module';
  const require = createRequire(parameters.from);
  const S3rver = require('@20minutes/s3rver');
  require('@20minutes/s3rver/lib/models/account').DUMMY_ACCOUNT.createKeyPair(parameters.accessKey, parameters.secretKey);
  await new S3rver({
    address: '127.0.0.1',
    port: parameters.port,
    silent: true,
    vhostBuckets: false,
    // It leaves the final slash of the bucket's own path out of what is signed.
    allowMismatchedSignatures: true,
    directory: parameters.directory,
    configureBuckets: [{ name: parameters.bucket }],
  }).run();
  console.log('ready');
`;

/** Starts what SeaweedFS's configuration describes: one account for one bucket. */
export function startS3(directory: string, port: number, configuration: string): Promise<ChildProgram> {
  const { identities } = JSON.parse(configuration) as {
    identities: [{ credentials: [{ accessKey: string; secretKey: string }]; actions: string[] }];
  };
  const [{ credentials, actions }] = identities;
  const bucket = actions[0].split(':')[1];
  mkdirSync(directory, { recursive: true });
  return ChildProgram.start(S3_PROGRAM, {
    directory,
    port,
    bucket,
    from: import.meta.url,
    ...credentials[0],
  });
}
