import { pipeline, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AcceptedForm, AnswerFormat } from '../serving/answer-format.js';
import { type KeptAnswer, answerOf } from '../answer/stored-answer.js';
import { batchWriter } from '../serving/batch-answer.js';
import { Problem, StreamSlots, compressor } from '../../core/http/index.js';
import type { ForecastJob } from './forecast-job.entity.js';
import { decodePart } from './part-coding.js';
import { ResultStream } from './result-stream.js';

/** Limits of concurrent downloads. Each holds one part in memory, a few megabytes. */
const MOST = { ofProcess: 8, ofClient: 4 };
const RETRY_AFTER_SECONDS = '5';

/** Streams results, part by part. */
@Injectable()
export class JobResultsService {
  private readonly slots = new StreamSlots(MOST);

  constructor(private readonly entityManager: EntityManager) {}

  /** @throws Problem overloaded */
  stream(job: ForecastJob, { format, coding: { coding } }: AcceptedForm): Readable {
    const clientId = job.client.id;
    this.admit(clientId);
    const bytes = new ResultStream(this.bytesOf(job, format));
    this.slots.hold(clientId, bytes);
    if (coding === 'identity') return bytes;
    // The consumer of the returned stream handles the errors.
    return pipeline(bytes, compressor(coding), () => undefined);
  }

  private admit(clientId: string): void {
    const lack = this.slots.lackOf(clientId);
    if (!lack) return;
    const whose = lack === 'client' ? ' of this client' : '';
    throw new Problem('overloaded', {
      detail: `Too many results${whose} are being downloaded. Try again in ${RETRY_AFTER_SECONDS} s.`,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }

  private async *bytesOf({ id, points, meta }: ForecastJob, format: AnswerFormat): AsyncGenerator<Buffer> {
    const writer = batchWriter(format);
    for (let number = 0, written = 0; written < points; number++) {
      for (const answer of await this.readPart(id, number)) {
        yield* writer.add(answerOf(answer));
        written += 1;
        await setImmediate();
      }
    }
    yield writer.end(meta!);
  }

  private async readPart(jobId: string, number: number): Promise<KeptAnswer[]> {
    const [part] = await RequestContext.create(this.entityManager, () =>
      this.entityManager.execute<({ answers: Buffer } | undefined)[]>(
        'select answers from forecast_job_parts where job_id = ? and number = ?',
        [jobId, number],
      ),
    );
    if (!part) throw new Error(`The job ${jobId} was deleted while its result was downloaded.`);
    return decodePart(part.answers);
  }
}
