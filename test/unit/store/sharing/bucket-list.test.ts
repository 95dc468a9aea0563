import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';

const MODIFIED = '2026-11-20T12:00:00.000Z';

/** Returns a page as from S3 (ListObjectsV2). */
function pageOf(key: string, rest: string): string {
  const contents = `<Contents><Key>runs/${key}</Key><Size>5</Size><LastModified>${MODIFIED}</LastModified></Contents>`;
  return `<ListBucketResult>${contents}${rest}</ListBucketResult>`;
}

it('lists the objects of all pages', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'of-the-test', AWS_SECRET_ACCESS_KEY: 'of-the-test' });
  const asked: (string | null)[] = [];
  const server = createServer(({ url = '' }, response) => {
    const token = new URL(url, 'http://localhost').searchParams.get('continuation-token');
    asked.push(token);
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>the next</NextContinuationToken>';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(token === null ? pageOf('a', more) : pageOf('b', '<IsTruncated>false</IsTruncated>'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = await Bucket.open({
    kind: 'bucket',
    bucket: 'b',
    prefix: 'runs/',
    endpoint,
    region: 'us-east-1',
  });
  try {
    const modifiedAt = new Date(MODIFIED);
    expect(await bucket.list()).toEqual(['a', 'b'].map((key) => ({ key, bytes: 5, modifiedAt })));
    expect(asked).toEqual([null, 'the next']);
  } finally {
    bucket.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
