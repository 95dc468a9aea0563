import { relativeTime } from './time.tsx';

interface LastUseProps {
  noun: 'key' | 'token';
  lastUsedAt: string | null;
}

/** Shown before a credential is revoked or rotated, so that nobody unknowingly ends one still in use. */
export function LastUse({ noun, lastUsedAt }: LastUseProps) {
  if (lastUsedAt === null) return `This ${noun} has never been used.`;
  return `Last used ${relativeTime(lastUsedAt)}.`;
}
