import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { beforeEach, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { describeWithCertificates } from '../../../support/certificates.js';
import { FACTORS } from '../../../support/factors.js';
import {
  fidoU2fByMaker,
  makerCertificate,
  packedByMaker,
  packedBySelf,
  withHiddenMaker,
} from '../../../support/passkey-attestations.js';
import { optionsOf, ORIGIN, PASSKEY, SoftwarePasskey, text } from '../../../support/passkeys.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ PUBLIC_URL: ORIGIN });
let owner: SignedInCaller;
beforeEach(async () => {
  owner = await signedInCaller(app());
});

it('a passkey is added once if two accounts add it simultaneously', async () => {
  const passkey = new SoftwarePasskey(ORIGIN);
  const credential = passkey.create(await optionsOf(owner, PASSKEY));
  const { answer } = await app()
    .app.get(MikroORM)
    .em.fork()
    .transactional(async (em) => {
      const copy = `insert into factors (id, account_id, type, name, credential_id, created_at, confirmed_at)
        select 'fac_copy', id, 'passkey', 'Copy', ?, now(), now() from accounts where id = ?`;
      await em.execute(copy, [passkey.id, (await signedInCaller(app())).accountId]);
      const waiting = owner.post(PASSKEY, { credential });
      const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await app().runSql(blocked)).length === 0) await sleep(10);
      return { answer: waiting };
    });
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  expect((await owner.get<{ data: unknown[] }>(FACTORS)).body.data).toEqual([]);
});

it.each([
  ['a format that needs certificates', Buffer.concat([text('apple'), text('attStmt'), Buffer.from([0xa0])])],
  [
    'a certificate',
    // { "x5c": [h'00'] }
    Buffer.concat([
      text('packed'),
      text('attStmt'),
      Buffer.from([0xa1]),
      text('x5c'),
      Buffer.from([0x81, 0x41, 0]),
    ]),
  ],
])('a passkey is rejected with %s, which was not requested', async (_, attestation) => {
  const credential = new SoftwarePasskey(ORIGIN).create(await optionsOf(owner, PASSKEY), { attestation });
  expect((await owner.post(PASSKEY, { credential })).status).toBe(400);
});

it('a passkey is accepted with self attestation (packed, without a certificate)', async () => {
  const credential = new SoftwarePasskey(ORIGIN).create(await optionsOf(owner, PASSKEY), {
    attestation: packedBySelf,
  });
  expect((await owner.post(PASSKEY, { credential })).status).toBe(201);
});

describeWithCertificates('with a certificate of its maker that holds', () => {
  const asItIs = (attestationObject: string) => attestationObject;

  it.each([
    ['packed', packedByMaker, asItIs],
    ['fido-u2f', fidoU2fByMaker, asItIs],
    ['packed, where Node reads none', packedByMaker, withHiddenMaker],
  ])('is rejected without fetching anything the certificate names: %s', async (_, attestationBy, write) => {
    let asked = 0;
    const server = createServer((__, response) => {
      asked += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const maker = makerCertificate(`http://127.0.0.1:${port}/crl`);
    const credential = new SoftwarePasskey(ORIGIN).create(await optionsOf(owner, PASSKEY), {
      attestation: attestationBy(maker),
    });
    credential.response.attestationObject = write(credential.response.attestationObject);

    expect((await owner.post(PASSKEY, { credential })).status).toBe(400);
    expect(asked).toBe(0);
    server.close();
  });
});
