import type * as Sdk from '@aws-sdk/client-s3';
import { concurrently } from '../../../core/common/index.js';
import type { SharedRunStore } from '../../../core/config/index.js';
import { bucketFailure } from './bucket-failure.js';
import { RunStoreError, type RunStoreErrorName } from '../run-store-error.js';

export type BucketLocation = Extract<SharedRunStore, { kind: 'bucket' }>;

export interface BucketObject {
  /** Without the prefix. */
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** A large object, whose parts are read when they are needed: each of at least 5 MiB except the last. */
export interface LargeContent {
  bytes: number;
  parts: number;
  read(part: number): Promise<Uint8Array>;
}

const PARTS_AT_ONCE = 4;
const ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte in either direction. */
const IDLE_TIMEOUT_MS = 30_000;
/** Harmless failures: an upload that is not aborted only takes up space. */
const OF_NO_HARM: RunStoreErrorName[] = ['RunStoreRefusedError', 'RunStoreDeniedError'];

/**
 * An S3-compatible bucket, below a prefix. The client is loaded only here, when a bucket is used, and retries transient
 * failures. Every method throws RunStoreError, or the signal's reason once it is aborted.
 */
export class Bucket {
  private constructor(
    private readonly location: BucketLocation,
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
  ) {}

  static async open(location: BucketLocation): Promise<Bucket> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region } = location;
    const client = new sdk.S3Client({
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: IDLE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
      // Not every compatible server supports the newer checksums; the content has its own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return new Bucket(location, sdk, client);
  }

  /** For humans, without any secrets. */
  get url(): string {
    const { bucket, prefix } = this.location;
    return `s3://${bucket}/${prefix}`;
  }

  /** Identifies the store: differs even for the same URL on two servers. */
  get address(): string {
    const { endpoint = '' } = this.location;
    return `${endpoint} ${this.url}`;
  }

  async list(signal?: AbortSignal): Promise<BucketObject[]> {
    const { bucket, prefix } = this.location;
    const objects: BucketObject[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
      const page = await this.exchange(this.url, signal, (abortSignal) =>
        this.client.send(new this.sdk.ListObjectsV2Command(input), { abortSignal }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
        objects.push({ key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified });
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    }
    return objects;
  }

  /** Reads an object, or a range of it. */
  read(
    key: string,
    range?: { offsetBytes: number; lengthBytes: number },
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const Range = range && `bytes=${range.offsetBytes}-${range.offsetBytes + range.lengthBytes - 1}`;
    return this.exchange(this.url + key, signal, async (abortSignal) => {
      const command = new this.sdk.GetObjectCommand({ ...this.objectAt(key), Range });
      const { Body } = await this.client.send(command, { abortSignal });
      return new Uint8Array((await Body?.transformToByteArray()) ?? []);
    });
  }

  async write(key: string, content: Uint8Array | string, signal?: AbortSignal): Promise<void> {
    await this.exchange(this.url + key, signal, (abortSignal) =>
      this.client.send(new this.sdk.PutObjectCommand({ ...this.objectAt(key), Body: content }), {
        abortSignal,
      }),
    );
  }

  /**
   * Writes an object of many parts, which isn't there until it is complete. The parts of an upload that failed are
   * deleted; for those of a killed process, see `abandonUploads`.
   */
  async writeLarge(key: string, content: LargeContent, signal?: AbortSignal): Promise<void> {
    if (content.parts <= 1) {
      return this.write(key, content.parts === 0 ? new Uint8Array() : await content.read(0), signal);
    }
    await this.exchange(this.url + key, signal, async (abortSignal) => {
      const begin = new this.sdk.CreateMultipartUploadCommand(this.objectAt(key));
      const { UploadId } = await this.client.send(begin, { abortSignal });
      try {
        await this.writeParts({ ...this.objectAt(key), UploadId }, content, abortSignal);
      } catch (error) {
        // A process that stops doesn't wait.
        if (!abortSignal.aborted) await this.abandon(key, UploadId).catch(() => undefined);
        throw error;
      }
    });
  }

  private async writeParts(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    content: LargeContent,
    abortSignal: AbortSignal,
  ): Promise<void> {
    const { sdk, client } = this;
    const parts = Array.from({ length: content.parts }, (_, i) => ({ PartNumber: i + 1, ETag: '' }));
    const write = async (part: (typeof parts)[number], either: AbortSignal) => {
      const input = { ...upload, PartNumber: part.PartNumber, Body: await content.read(part.PartNumber - 1) };
      const { ETag = '' } = await client.send(new sdk.UploadPartCommand(input), { abortSignal: either });
      part.ETag = ETag;
    };
    await concurrently(PARTS_AT_ONCE, parts, write, abortSignal);
    const whole = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
    await client.send(whole, { abortSignal }).catch(async (error: unknown) => {
      // A repeated request finds the object complete, to which servers respond in different ways.
      const { Bucket, Key } = upload;
      const head = new sdk.HeadObjectCommand({ Bucket, Key });
      const object = await client.send(head, { abortSignal }).catch(() => undefined);
      if (object?.ContentLength !== content.bytes) throw error;
    });
  }

  async delete(key: string): Promise<void> {
    await this.exchange(this.url + key, undefined, () =>
      this.client.send(new this.sdk.DeleteObjectCommand(this.objectAt(key))),
    );
  }

  /** Aborts uploads that killed processes have left behind, if the server can list them and permits it. */
  async abandonUploads(isAbandoned: (key: string, begunAt: Date) => boolean): Promise<void> {
    const { bucket, prefix } = this.location;
    const command = new this.sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
    await this.exchange(this.url, undefined, async () => {
      const { Uploads = [] } = await this.client.send(command);
      for (const { Key = '', UploadId: uploadId, Initiated: begunAt = new Date() } of Uploads) {
        const key = Key.slice(prefix.length);
        if (isAbandoned(key, begunAt)) await this.abandon(key, uploadId);
      }
    }).catch((error: unknown) => {
      if (error instanceof RunStoreError && OF_NO_HARM.includes(error.name)) return;
      throw error;
    });
  }

  close(): void {
    this.client.destroy();
  }

  private async abandon(key: string, UploadId: string | undefined): Promise<void> {
    await this.client.send(new this.sdk.AbortMultipartUploadCommand({ ...this.objectAt(key), UploadId }));
  }

  private objectAt(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: this.location.prefix + key };
  }

  private async exchange<T>(
    address: string,
    signal: AbortSignal | undefined,
    task: (abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await task(signal ?? new AbortController().signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RunStoreError) throw error;
      throw bucketFailure(error, address);
    }
  }
}
