import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type Tone = 'info' | 'success' | 'warning' | 'danger';

const TONES = {
  info: { look: 'bg-accent-soft', mark: 'text-accent', Icon: Info },
  success: { look: 'bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft', mark: 'text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
};

interface NoticeProps {
  tone: Tone;
  title?: string;
  /** Announced by screen readers as soon as it appears. */
  isUrgent?: boolean;
  children?: ReactNode;
}

export function Notice({ tone, title, isUrgent = false, children }: NoticeProps) {
  const { look, mark, Icon } = TONES[tone];
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      className={classNames('flex gap-3 rounded-lg p-3.5 wrap-anywhere', look)}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1 space-y-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
