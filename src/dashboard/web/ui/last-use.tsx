import { relativeTime } from './time.tsx';

interface LastUseProps {
  noun: 'key' | 'token';
  lastUsedAt: string | null;
}

/** So that nobody ends one that is in use without knowing. */
export function LastUse({ noun, lastUsedAt }: LastUseProps) {
  if (lastUsedAt === null) return `This ${noun} has never been used.`;
  return `Last used ${relativeTime(lastUsedAt)}.`;
}
