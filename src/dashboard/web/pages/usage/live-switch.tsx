import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Whether new requests appear by themselves. */
export function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const Icon = isLive ? Pause : Play;
  return (
    <Button
      aria-pressed={isLive}
      aria-label="Live updates"
      title="Live updates"
      onClick={() => onChange(!isLive)}
    >
      {isLive && <span aria-hidden className="size-2 animate-pulse rounded-full bg-success" />}
      {isLive ? 'Live' : 'Paused'}
      <Icon aria-hidden className="size-4 text-muted" />
    </Button>
  );
}
