import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <div className="mb-3 flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </div>
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
