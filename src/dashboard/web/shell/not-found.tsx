import { ButtonLink } from '../ui/button.tsx';
import { useTitle } from '../ui/layout/page.tsx';

export function NotFound() {
  useTitle('Page not found');
  return (
    <div className="mx-auto max-w-xl space-y-4 py-10">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-muted">Check the address. The page may have been deleted.</p>
      <ButtonLink to="/" look="primary">
        Go to Overview
      </ButtonLink>
    </div>
  );
}
