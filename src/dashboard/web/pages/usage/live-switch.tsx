import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Pauses or resumes live updates. */
export function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const Icon = isLive ? Pause : Play;
  return (
    <Button onClick={() => onChange(!isLive)}>
      {isLive && <span aria-hidden className="size-2 animate-pulse rounded-full bg-success" />}
      <span>
        {isLive ? 'Live' : 'Paused'}
        <span className="sr-only">{isLive ? ': pause updates' : ': resume updates'}</span>
      </span>
      <Icon aria-hidden className="size-4 text-muted" />
    </Button>
  );
}
