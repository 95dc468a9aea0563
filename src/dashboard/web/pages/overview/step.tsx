import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface StepProps {
  number: number;
  title: string;
  state: 'done' | 'current' | 'ahead';
  children?: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={classNames(
        'rounded-lg border bg-surface p-4 sm:p-5',
        state === 'current' ? 'border-accent shadow-card' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          className={classNames(
            'flex size-7 shrink-0 items-center justify-center rounded-full font-semibold',
            state === 'done' && 'bg-success-soft text-success',
            state === 'current' && 'bg-accent text-on-accent',
            state === 'ahead' && 'bg-sunken text-muted',
          )}
        >
          {state === 'done' ? <Check role="img" aria-label="Done" className="size-4" /> : number}
        </span>
        <h2 className={classNames('text-[0.9375rem] font-semibold', state === 'ahead' && 'text-muted')}>
          {title}
        </h2>
      </div>
      {children !== undefined && <div className="mt-4 sm:pl-10">{children}</div>}
    </li>
  );
}
