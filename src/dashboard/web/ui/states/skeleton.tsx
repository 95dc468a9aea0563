import { classNames } from '../class-names.ts';

/** Placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-sunken', className)} />;
}

export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-3 p-4 sm:p-5">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className="h-5 w-full" />
      ))}
    </div>
  );
}
