import type * as Sdk from '@aws-sdk/client-s3';
import { bucketFailure } from './bucket-failure.js';

/** The parts of a large object, which are read when their turn comes. */
export interface LargeContent {
  bytes: number;
  parts: number;
  read(part: number): Promise<Uint8Array>;
}

/** What is known of an upload; another process may go on with it. */
export interface UploadRecord {
  /** Undefined where none was begun. */
  readonly uploadId: string | undefined;
  /** Of the parts that are there, from 0. */
  readonly etags: ReadonlyMap<number, string>;
  begin(uploadId: string): Promise<void>;
  add(part: number, etag: string): Promise<void>;
  /** It cannot be gone on with. */
  lose(): Promise<void>;
}

const PARTS_AT_ONCE = 4;
/** Some servers say so within an answer that began as a success, which the client takes for a passing failure. */
const OF_NO_USE = ['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

/** Writes an object of many parts, each of 5 MiB at least but the last. It is not there until it is whole. */
export class LargeUpload {
  constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
    private readonly place: { Bucket: string; Key: string },
  ) {}

  /** Goes on with what the record has, or starts over where the server does not know it any more. */
  async write(content: LargeContent, record: UploadRecord, abortSignal: AbortSignal): Promise<void> {
    const wasBegun = record.uploadId !== undefined;
    try {
      await this.finish(content, record, abortSignal);
    } catch (error) {
      abortSignal.throwIfAborted();
      const isLost = record.uploadId === undefined;
      if (!wasBegun || !isLost) throw error;
      await this.finish(content, record, abortSignal);
    }
  }

  private async finish(content: LargeContent, record: UploadRecord, abortSignal: AbortSignal): Promise<void> {
    const { sdk, client, place } = this;
    if (record.uploadId === undefined) {
      const { UploadId = '' } = await client.send(new sdk.CreateMultipartUploadCommand(place), {
        abortSignal,
      });
      await record.begin(UploadId);
    }
    await this.writeParts(content, record, abortSignal);
    const etags = [...record.etags].sort(([a], [b]) => a - b);
    const Parts = etags.map(([part, ETag]) => ({ PartNumber: part + 1, ETag }));
    const whole = { ...place, UploadId: record.uploadId, MultipartUpload: { Parts } };
    try {
      await client.send(new sdk.CompleteMultipartUploadCommand(whole), { abortSignal });
    } catch (error) {
      // It may be whole already, which servers answer in many ways.
      if (await this.isWhole(content, abortSignal)) return;
      if (isOfNoUse(error)) await record.lose();
      throw error;
    }
  }

  private async isWhole({ bytes }: LargeContent, abortSignal: AbortSignal): Promise<boolean> {
    const head = new this.sdk.HeadObjectCommand(this.place);
    const object = await this.client.send(head, { abortSignal }).catch(() => undefined);
    return object?.ContentLength === bytes;
  }

  private async writeParts(
    content: LargeContent,
    record: UploadRecord,
    abortSignal: AbortSignal,
  ): Promise<void> {
    const missing = Array.from({ length: content.parts }, (_, i) => i).filter((i) => !record.etags.has(i));
    const failed = new AbortController();
    const either = AbortSignal.any([abortSignal, failed.signal]);
    const work = async () => {
      for (let part = missing.shift(); part !== undefined && !either.aborted; part = missing.shift())
        await this.writePart(part, content, record, either);
    };
    const workers = Array.from({ length: PARTS_AT_ONCE }, work);
    // After a failure nothing is on its way any more.
    await Promise.all(workers).catch(async (error: unknown) => {
      failed.abort();
      await Promise.allSettled(workers);
      if ((error as Error).name === 'NoSuchUpload') await record.lose();
      throw error;
    });
    abortSignal.throwIfAborted();
  }

  private async writePart(
    part: number,
    content: LargeContent,
    record: UploadRecord,
    abortSignal: AbortSignal,
  ): Promise<void> {
    const { uploadId: UploadId } = record;
    const input = { ...this.place, UploadId, PartNumber: part + 1, Body: await content.read(part) };
    const { ETag = '' } = await this.client.send(new this.sdk.UploadPartCommand(input), { abortSignal });
    await record.add(part, ETag);
  }
}

/** Whether the server refuses to make an object of the parts, now and later. */
function isOfNoUse(error: unknown): boolean {
  const { name } = bucketFailure(error, '');
  const isRefused = name === 'RunObjectMissingError' || name === 'RunStoreRefusedError';
  return isRefused || OF_NO_USE.includes((error as Error).name);
}
