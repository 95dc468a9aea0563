import type { ApiKey } from '../../api/schemas.ts';
import { relativeTime } from '../../ui/time.tsx';

/** So that nobody ends a key that is in use without knowing. */
export function LastUse({ apiKey: { last_used_at } }: { apiKey: ApiKey }) {
  if (last_used_at === null) return 'This key has never been used.';
  return `Last used ${relativeTime(last_used_at)}.`;
}
