import { type ReactNode, useState } from 'react';

/** A card that starts as its title. Its content is rendered only while it is open. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={(event) => event.target === event.currentTarget && setIsOpen(event.currentTarget.open)}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <summary className="rounded-lg px-4 py-3 outline-offset-[-2px] select-none sm:px-5">{title}</summary>
      {isOpen && <div className="border-t border-line">{children}</div>}
    </details>
  );
}
