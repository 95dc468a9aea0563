import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal } from '../../api-keys/index.js';
import {
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
  IdParam,
  MostBody,
  Problem,
  VARY_HEADER,
} from '../../core/http/index.js';
import { acceptedForm } from '../answer/answer-formats.js';
import { documentedContent } from '../answer/documented-content.js';
import { ForecastBatchDto } from '../answer/batch-response.dto.js';
import { JOB_BOUNDS } from '../request/batch-query.js';
import type { RawBody } from '../request/body-reader.js';
import { RequiresApiKey } from '../../usage/index.js';
import { ForecastJobRequestDto } from './forecast-job-request.dto.js';
import { ForecastJobDto, toForecastJobDto } from './forecast-job.dto.js';
import type { ForecastJob } from './forecast-job.entity.js';
import { ForecastJobsService } from './forecast-jobs.service.js';
import { JobResultsService } from './job-results.service.js';

const PATH = '/v1/weather/jobs';
/** Limits of a body. Each location is an object with at most three members. */
const MOST_BODY = { bytes: 2 * 2 ** 20, values: 4 * JOB_BOUNDS.locations + 200 };
const ASKED_AGAIN_AFTER_SECONDS = '5';

@ApiTags('Weather')
@ApiExtraModels(ForecastBatchDto)
@Controller(PATH)
export class ForecastJobsController {
  constructor(
    private readonly jobs: ForecastJobsService,
    private readonly results: JobResultsService,
  ) {}

  @CrossOrigin()
  @Post()
  @HttpCode(202)
  @MostBody(MOST_BODY)
  @RequiresApiKey('forecast:batch')
  @Endpoint({
    id: 'createForecastJob',
    summary: 'Get forecasts for up to 10,000 locations',
    description:
      'Starts a job that calculates the same forecasts as `POST /v1/weather/forecasts`. It costs the same, and uses its units gradually, within your limits. It is rejected only if it costs more than your limit for a day. The body can have up to 2 MB.',
    problems: ['conflict', 'overloaded'],
  })
  @ApiBody({ type: ForecastJobRequestDto })
  @ApiAcceptedResponse({ type: ForecastJobDto, description: 'The job.' })
  @ApiResponseHeaders(
    {
      Location: {
        description: 'The path of the job.',
        required: true,
        example: `${PATH}/job_01KAHVZ6D4Q3T5B9XG7M2N8RWC`,
      },
    },
    '202',
  )
  async create(
    @Body() body: RawBody | undefined,
    @CurrentPrincipal() principal: Principal,
    @Req() { largeBody }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ForecastJobDto> {
    const job = await this.jobs.submit(principal, body ?? {}, largeBody!);
    reply.header('location', `${PATH}/${job.id}`);
    return toForecastJobDto(job);
  }

  @CrossOrigin()
  @Get(':jobId')
  @RequiresApiKey('forecast:batch')
  @Endpoint({
    id: 'getForecastJob',
    summary: 'Get a forecast job',
    description: 'Returns the status and progress of a job.',
  })
  @ApiOkResponse({ type: ForecastJobDto, description: 'The job.' })
  async get(
    @IdParam('jobId', 'job') id: string,
    @CurrentPrincipal() { clientId }: Principal,
  ): Promise<ForecastJobDto> {
    return toForecastJobDto(await this.jobs.find(clientId, id));
  }

  @CrossOrigin()
  @Delete(':jobId')
  @HttpCode(204)
  @RequiresApiKey('forecast:batch')
  @Endpoint({
    id: 'deleteForecastJob',
    summary: 'Delete a forecast job',
    description: "Stops a job and deletes its result. Units that it has already used aren't refunded.",
  })
  @ApiNoContentResponse({ description: 'The job is deleted.' })
  delete(@IdParam('jobId', 'job') id: string, @CurrentPrincipal() { clientId }: Principal): Promise<void> {
    return this.jobs.delete(clientId, id);
  }

  @CrossOrigin()
  @Get(':jobId/result')
  @RequiresApiKey('forecast:batch')
  @Endpoint({
    id: 'getForecastJobResult',
    summary: 'Get the result of a forecast job',
    description: 'Returns the forecasts of a finished job, all from the same model runs.',
    problems: ['job_not_done', 'job_failed', 'overloaded'],
  })
  @ApiOkResponse({
    description: 'The forecasts, in the order of the locations and the format that `Accept` prefers.',
    content: documentedContent(ForecastBatchDto, 'FeatureCollection'),
  })
  @ApiResponseHeaders({ Vary: VARY_HEADER }, '200')
  async result(
    @IdParam('jobId', 'job') id: string,
    @CurrentPrincipal() { clientId }: Principal,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const job = await this.jobs.find(clientId, id);
    checkDone(job);
    const form = acceptedForm(headers.accept, headers['accept-encoding']);
    const { format, coding } = form;
    if (format.holdsOneTimeline && (await this.jobs.countTimelines(job)) > 1) {
      const detail = `A response as ${format.mediaType.split(';')[0]} holds one timeline; the job has several.`;
      throw new Problem('invalid_parameter', { errors: [{ parameter: 'Accept', detail }] });
    }
    if (coding.coding !== 'identity') reply.header('content-encoding', coding.coding);
    reply.header('cache-control', 'private, no-cache');
    reply.header('vary', 'Accept-Encoding, apikey, Authorization, Accept');
    reply.header('content-type', format.mediaType).send(this.results.stream(job, form));
  }
}

/** @throws Problem job_failed, job_not_done */
function checkDone({ status, error }: ForecastJob): void {
  if (error) throw new Problem('job_failed', { detail: `${error.code}: ${error.detail}` });
  if (status !== 'done')
    throw new Problem('job_not_done', { headers: { 'retry-after': ASKED_AGAIN_AFTER_SECONDS } });
}
