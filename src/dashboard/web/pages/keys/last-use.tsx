import type { ApiKey } from '../../api/schemas.ts';
import { relativeTime } from '../../ui/time.tsx';

/** So that nobody ends a key that is in use without knowing. */
export function LastUse({ apiKey: { last_used_at } }: { apiKey: ApiKey }) {
  if (last_used_at === null) return 'It was never used.';
  return `It was last used ${relativeTime(last_used_at)}.`;
}
