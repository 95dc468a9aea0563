import { ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';

/** For whoever is kept out until their account has a second factor. */
export function FactorRequiredNotice({ isUrgent, children }: { isUrgent?: boolean; children: string }) {
  return (
    <Notice tone="warning" title="Add a second factor" isUrgent={isUrgent}>
      <p>{children}</p>
      <div className="pt-1.5">
        <ButtonLink isSmall to="/account" hash="two-factor">
          Set up two-factor authentication
        </ButtonLink>
      </div>
    </Notice>
  );
}
