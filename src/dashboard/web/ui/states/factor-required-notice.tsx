import { ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';

interface FactorRequiredNoticeProps {
  title?: string;
  isUrgent?: boolean;
  children: string;
}

/** For whoever is kept out until their account has a second factor. */
export function FactorRequiredNotice({ title, isUrgent, children }: FactorRequiredNoticeProps) {
  return (
    <Notice tone="warning" title={title ?? 'Add a second factor'} isUrgent={isUrgent}>
      <p>{children}</p>
      <div className="pt-1.5">
        <ButtonLink isSmall to="/account" hash="two-factor">
          Set up two-factor authentication
        </ButtonLink>
      </div>
    </Notice>
  );
}
