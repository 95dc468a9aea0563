import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../api-keys/index.js';
import { Configuration } from '../../core/config/index.js';
import { FeatureSet } from '../../core/features/index.js';
import { Problem, bearerChallenge, quoted } from '../../core/http/index.js';
import type { MeteredPoint, Price } from '../../usage/index.js';
import { MCP_PATH } from './resource-metadata.js';
import { CompareModelsTool } from './tools/compare-models.tool.js';
import { FindPlaceTool } from './tools/find-place.tool.js';
import { GetCurrentWeatherTool } from './tools/get-current-weather.tool.js';
import { GetForecastTool } from './tools/get-forecast.tool.js';
import { GetUsageTool } from './tools/get-usage.tool.js';
import { ToolArguments } from './tools/tool-arguments.js';
import type { Tool } from './tools/tool.js';

/** Versions that have no batches of messages and need no sessions. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];
const SERVER = { name: 'weather-forecast-service', title: 'Weather Forecast Service', version: '1' };
const INSTRUCTIONS =
  'Weather forecasts from public weather models. Name the source and the run with the values, and show the attribution. Times are local to the place. A missing value means that no model covers it: do not fill it in.';
/** Headers that the protocol implementation reads, besides `Accept`. */
const READ_HEADER = /^(content-type|mcp-.+)$/;
/** What the protocol says to accept. */
const ACCEPTED = 'application/json, text/event-stream';
const ACCEPTS_JSON = /(^|,)\s*(\*\/\*|application\/(\*|json))\s*($|[,;])/i;
const ACCEPTS_STREAM = /(^|,)\s*text\/event-stream\s*($|[,;])/i;
/** Loaded lazily: it takes long, and isn't needed at startup. */
const protocol = () => import('@modelcontextprotocol/server');
const NO_LONGER_THAN_A_CALL = { maxSubscriptions: 0 };

export interface McpCaller {
  principal: Principal;
  /** Whether the caller uses an access token, so that it can get one with more scopes. */
  hasToken: boolean;
}

export interface McpAnswer {
  status: number;
  contentType: string | null;
  body: Buffer;
  /** Units charged. */
  units: number;
  point?: MeteredPoint;
}

/** The parts of a tool call that are needed before the protocol implementation reads it. */
interface Call {
  name?: unknown;
  arguments?: unknown;
}

/** Handles messages of the Model Context Protocol, without state between messages. */
@Injectable()
export class McpService implements Price {
  readonly place = { pointer: '/params/arguments' };
  private readonly tools: ReadonlyMap<unknown, Tool>;

  constructor(
    private readonly features: FeatureSet,
    private readonly configuration: Configuration,
    getCurrentWeather: GetCurrentWeatherTool,
    getForecast: GetForecastTool,
    compareModels: CompareModelsTool,
    findPlace: FindPlaceTool,
    getUsage: GetUsageTool,
  ) {
    const tools: Tool[] = [getCurrentWeather, getForecast, compareModels, findPlace, getUsage];
    this.tools = new Map(tools.map((tool) => [tool.description.name, tool]));
  }

  /** Returns the maximum cost of a message. Anything but a tool call is free. */
  units({ body }: FastifyRequest): number {
    const call = callOf(body);
    return this.tools.get(call?.name)?.units(call?.arguments) ?? 0;
  }

  /**
   * Handles a message.
   * @param headers with lower-case names
   * @throws Problem insufficient_scope for a tool that the caller may not use, invalid_parameter for a batch;
   * unexpected errors of tools
   */
  async answer(
    message: unknown,
    headers: Readonly<Record<string, unknown>>,
    caller: McpCaller,
  ): Promise<McpAnswer> {
    if (Array.isArray(message)) throw new Problem('invalid_parameter', { errors: [BATCH] });
    const wanted = this.tools.get(callOf(message)?.name);
    const { principal } = caller;
    if (wanted?.scope && !principal.scopes.includes(wanted.scope)) throw lacksScope(wanted);
    const exchange: Pick<McpAnswer, 'units' | 'point'> & { failure?: Error } = { units: 0 };
    const server = await this.serverFor(caller, async (tool, raw) => {
      try {
        const { text, structured, ...answer } = await tool.call(ToolArguments.of(raw), principal);
        Object.assign(exchange, answer);
        return { content: [{ type: 'text', text }], structuredContent: structured };
      } catch (error) {
        if (error instanceof Problem) return this.toolError(error);
        exchange.failure = error as Error;
        throw error;
      }
    });
    const accept = (headers.accept ?? '*/*') as string;
    const request = new Request(`${this.configuration.publicUrl}${MCP_PATH}`, {
      method: 'POST',
      headers: [
        // Many programs accept anything, or JSON alone, which the protocol implementation refuses.
        ['accept', ACCEPTS_JSON.test(accept) ? ACCEPTED : accept],
        ...Object.entries(headers).filter(
          (header): header is [string, string] =>
            READ_HEADER.test(header[0]) && typeof header[1] === 'string',
        ),
      ],
    });
    const { createMcpHandler } = await protocol();
    const handler = createMcpHandler(() => server, NO_LONGER_THAN_A_CALL);
    const response = await handler.fetch(request, { parsedBody: message });
    const body = Buffer.from(await response.arrayBuffer());
    if (exchange.failure) throw exchange.failure;
    const { status } = response;
    const { units, point } = exchange;
    const contentType = response.headers.get('content-type');
    const isStream = contentType?.startsWith('text/event-stream') === true;
    return isStream && !ACCEPTS_STREAM.test(accept)
      ? { status, contentType: 'application/json', body: messageOf(body), units, point }
      : { status, contentType, body, units, point };
  }

  private async serverFor(
    { hasToken }: McpCaller,
    call: (tool: Tool, raw: unknown) => Promise<CallToolResult>,
  ): Promise<Server> {
    const { ProtocolError, ProtocolErrorCode, Server } = await protocol();
    const tools = [...this.tools.values()].filter(({ scope }) => hasToken || scope === undefined);
    const server = new Server(SERVER, {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    });
    server.setRequestHandler('tools/list', () => ({
      tools: tools.map(({ description }) => ({ ...description, annotations: { readOnlyHint: true } })),
    }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = this.tools.get(params.name);
      if (tool) return call(tool, params.arguments);
      const names = tools.map(({ description }) => description.name).join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool "${quoted(params.name)}". The tools are ${names}.`,
      );
    });
    return server;
  }

  /** Describes an error so that a model can correct its call. */
  private toolError(problem: Problem): CallToolResult {
    const { detail } = this.features.problems.toBody(problem, this.configuration.publicUrl);
    const wait = problem.options.headers?.['retry-after'];
    const text = wait === undefined ? detail : `${detail} Try again in ${wait} s.`;
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

const BATCH = { pointer: '', detail: 'Send one message at a time: JSON-RPC batches are not supported.' };

function callOf(message: unknown): Call | undefined {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown };
  return method === 'tools/call' ? (Object(params) as Call) : undefined;
}

/** Returns the message of a stream with one event. */
function messageOf(stream: Buffer): Buffer {
  const [, message = ''] = /^data: ?(.*)$/m.exec(stream.toString()) ?? [];
  return Buffer.from(message);
}

function lacksScope({ description, scope }: Tool): Problem {
  return new Problem('insufficient_scope', {
    detail: `${description.name} needs an access token of the client with the scope ${scope}. API keys can't have it.`,
    headers: bearerChallenge('insufficient_scope', `forecast:read ${scope}`),
  });
}
