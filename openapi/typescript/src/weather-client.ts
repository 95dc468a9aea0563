import createClient, { type Client } from 'openapi-fetch';
import type { operations, paths } from '../../openapi.js';
import { type OperationId, OPERATIONS } from './operations.js';
import { retryingFetch } from './retrying-fetch.js';
import { WeatherError } from './weather-error.js';

export interface WeatherClientOptions {
  /** The address of the service, such as `https://weather.example.com`. */
  url: string;
  /** For weather. */
  apiKey?: string;
  /** For everything else: a personal access token, or an access token of a client. */
  token?: string;
  /** How often a request is sent again after 429 or 503. Default: 2. */
  retries?: number;
  /** Longer waits than this become errors. Default: 60. */
  longestWaitSeconds?: number;
  fetch?: (request: Request) => Promise<Response>;
}

type Parameters<O extends OperationId> = operations[O]['parameters'];
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type BodyOf<O extends OperationId> = operations[O] extends { requestBody: infer Body }
  ? { body: Json<Body> }
  : operations[O] extends { requestBody?: infer Body }
    ? { body?: Json<NonNullable<Body>> }
    : unknown;

/** The parameters of an operation, and its body where it takes one. */
export type CallOptions<O extends OperationId> = Pick<Parameters<O>, 'query' | 'path' | 'header'> &
  BodyOf<O> & { signal?: AbortSignal };

type Success<O extends OperationId> = Extract<keyof operations[O]['responses'], 200 | 201 | 202 | 204>;

/** What an operation returns as JSON; undefined without a body. */
export type Answer<O extends OperationId> = Json<operations[O]['responses'][Success<O>]>;

/** None where all parameters are optional. */
type Options<O extends OperationId> =
  Record<never, never> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

type Call = (
  method: string,
  path: string,
  options: object,
) => Promise<{ data?: unknown; response: Response }>;

/** Calls the operations of the service by their IDs. */
export class WeatherClient {
  private readonly api: Client<paths>;

  constructor({
    url,
    apiKey,
    token,
    retries = 2,
    longestWaitSeconds = 60,
    fetch: send = (request) => fetch(request),
  }: WeatherClientOptions) {
    this.api = createClient<paths>({
      baseUrl: url,
      // A key must not follow a redirect to another host.
      redirect: 'error',
      headers: { ...(apiKey && { apikey: apiKey }), ...(token && { authorization: `Bearer ${token}` }) },
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: retryingFetch(send, { retries, longestWaitSeconds }),
    });
    this.api.use({
      onResponse: async ({ response }) => {
        if (!response.ok) throw await WeatherError.of(response);
      },
    });
  }

  /** @throws WeatherError for every response that is an error */
  async call<O extends OperationId>(operation: O, ...[options]: Options<O>): Promise<Answer<O>> {
    const { data } = await this.send(operation, { ...options });
    return data as Answer<O>;
  }

  /** The response itself, for formats other than JSON: `{ accept: 'text/csv' }`. @throws WeatherError as `call` */
  async response<O extends OperationId>(
    operation: O,
    { accept, ...options }: CallOptions<O> & { accept: string },
  ): Promise<Response> {
    const { response } = await this.send(operation, { ...options, headers: { accept }, parseAs: 'stream' });
    return response;
  }

  private send(
    operation: OperationId,
    { query, path, header, ...others }: { query?: object; path?: object; header?: object } & object,
  ): ReturnType<Call> {
    const [method, template] = OPERATIONS[operation];
    const request = this.api.request as unknown as Call;
    return request(method, template, { params: { query, path, header }, ...others });
  }
}
