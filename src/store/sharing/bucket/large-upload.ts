import type * as Sdk from '@aws-sdk/client-s3';
import { concurrently } from '../../../core/common/index.js';
import { bucketFailure } from './bucket-failure.js';

/** A large object, whose parts are read when they are needed. */
export interface LargeContent {
  bytes: number;
  parts: number;
  read(part: number): Promise<Uint8Array>;
}

/** The state of an upload, which another process may resume. */
export interface UploadRecord {
  /** Undefined if none was started. */
  readonly uploadId: string | undefined;
  /** ETags of the uploaded parts, by part number from 0. */
  readonly etags: ReadonlyMap<number, string>;
  begin(uploadId: string): Promise<void>;
  add(part: number, etag: string): Promise<void>;
  /** Called if the upload cannot be resumed. */
  lose(): Promise<void>;
}

const PARTS_AT_ONCE = 4;
/** Some servers report these in a response that began as a success, which the client takes for a transient failure. */
const OF_NO_USE = ['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

/**
 * Writes an object of many parts, each of at least 5 MiB except the last. The object isn't there until it is complete.
 */
export class LargeUpload {
  constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
    private readonly place: { Bucket: string; Key: string },
  ) {}

  /** Resumes the recorded upload, or starts over if the server no longer knows it. */
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
      // The object may be complete already, to which servers respond in different ways.
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
    const write = (part: number, either: AbortSignal) => this.writePart(part, content, record, either);
    await concurrently(PARTS_AT_ONCE, missing, write, abortSignal).catch(async (error: unknown) => {
      if ((error as Error).name === 'NoSuchUpload') await record.lose();
      throw error;
    });
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

/** Whether the server will never make an object of the parts. */
function isOfNoUse(error: unknown): boolean {
  const { name } = bucketFailure(error, '');
  const isRefused = name === 'RunObjectMissingError' || name === 'RunStoreRefusedError';
  return isRefused || OF_NO_USE.includes((error as Error).name);
}
