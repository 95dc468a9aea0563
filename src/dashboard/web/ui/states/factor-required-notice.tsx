import { ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';

interface FactorRequiredNoticeProps {
  title?: string;
  isUrgent?: boolean;
  children: string;
}

/** Shown to users who need a second factor to continue. */
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
