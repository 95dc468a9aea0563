import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useDashboardPages } from '../../api/dashboard-pages.ts';
import { Card } from '../../ui/layout/card.tsx';

const LINKS = [
  { to: '/forecast', text: 'See the forecast for a location and copy the request.' },
  { to: '/reference', text: 'Browse every operation and try it.' },
  { to: '/usage', text: 'See requests, errors and latency.' },
] as const;

export function Shortcuts() {
  const pages = useDashboardPages();
  return (
    <Card title="Next steps" isFlush>
      <ul>
        {LINKS.map(({ to, text }) => (
          <li key={to} className="border-t border-line">
            <Link
              to={to}
              className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{pages.find(({ path }) => path === to)?.title}</span>
                <span className="block text-muted">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
