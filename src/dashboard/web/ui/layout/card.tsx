import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface CardProps {
  /** Target for links to the card. */
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** Omits the padding, for content that reaches the edges, such as tables. */
  isFlush?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Card({ id, title, description, actions, isFlush = false, className, children }: CardProps) {
  return (
    <section
      id={id}
      className={classNames('min-w-0 rounded-lg border border-line bg-surface shadow-card', className)}
    >
      {title !== undefined && (
        <header
          className={classNames(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:flex-nowrap sm:px-5',
            isFlush && 'pb-4',
          )}
        >
          <div className="min-w-0">
            <h2 className="text-[0.9375rem] leading-snug font-semibold">{title}</h2>
            {description !== undefined && <p className="mt-0.5 text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children !== undefined && <div className={isFlush ? '' : 'p-4 sm:p-5'}>{children}</div>}
    </section>
  );
}
