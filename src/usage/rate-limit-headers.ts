import type { FastifyReply } from 'fastify';
import { WINDOW_SECONDS, type WindowState } from './client-limits.js';

/** draft-ietf-httpapi-ratelimit-headers: lists of strings with parameters, as RFC 9651 writes them. */
export function writeRateLimitHeaders(reply: FastifyReply, windows: readonly WindowState[]): void {
  if (windows.length === 0) return;
  const policy = ({ window, limit }: WindowState) => `"${window}";q=${limit};w=${WINDOW_SECONDS[window]}`;
  const state = ({ window, remaining, resetSeconds }: WindowState) =>
    `"${window}";r=${remaining};t=${resetSeconds}`;
  reply.header('ratelimit-policy', windows.map(policy).join(', '));
  reply.header('ratelimit', windows.map(state).join(', '));
}
