import { ButtonLink } from '../ui/button.tsx';
import { useTitle } from '../ui/page.tsx';

export function NotFound() {
  useTitle('Not found');
  return (
    <div className="mx-auto max-w-xl space-y-4 py-10">
      <h1 className="text-2xl font-semibold">There is no such page</h1>
      <p className="text-muted">The address may be misspelt, or what it showed was deleted.</p>
      <ButtonLink to="/" look="primary">
        To the overview
      </ButtonLink>
    </div>
  );
}
