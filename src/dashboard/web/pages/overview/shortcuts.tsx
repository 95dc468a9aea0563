import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Card } from '../../ui/layout/card.tsx';

const LINKS = [
  {
    to: '/forecast',
    title: 'Forecast explorer',
    text: 'See the forecast for a location and copy the request.',
  },
  { to: '/reference', title: 'API reference', text: 'Browse every operation and try it.' },
  { to: '/usage', title: 'Usage', text: 'See requests, errors and latency.' },
] as const;

export function Shortcuts() {
  return (
    <Card title="Next steps" isFlush>
      <ul>
        {LINKS.map(({ to, title, text }) => (
          <li key={to} className="border-t border-line">
            <Link
              to={to}
              className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
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
