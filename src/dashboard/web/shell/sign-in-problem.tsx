import { Notice } from '../ui/states/notice.tsx';

const OTHER = {
  title: 'Sign-in failed',
  text: 'Try again. If it keeps failing, ask the operator of this service.',
};

/** Keyed by the `problem` parameter that the service adds when a sign-in with an identity provider fails. */
const PROBLEMS: Record<string, typeof OTHER> = {
  cancelled: { title: 'Sign-in cancelled', text: "Your identity provider didn't sign you in." },
  expired: {
    title: 'Sign-in expired',
    text: 'It took longer than 10 minutes, or began in another browser or tab. Try again.',
  },
  not_anew: {
    title: 'Not signed in again',
    text: "Your identity provider didn't confirm that you signed in again. Sign in another way to continue.",
  },
  refused: {
    title: 'Sign-in failed',
    text: 'Your identity provider sent an invalid response. Try again. If it keeps failing, ask the operator of this service.',
  },
  foreign_address: {
    title: 'Your address is not accepted',
    text: 'Your identity provider must give a verified email address in a domain that your organization has verified here.',
  },
  not_member: {
    title: 'You are not a member of the organization',
    text: 'Ask an owner to invite you. If you have an account, sign in to it another way, and connect your identity provider in your account settings.',
  },
  factor_required: {
    title: 'You have no second factor',
    text: 'Your organization requires one. Add it to your account, then connect your identity provider.',
  },
  no_role: {
    title: 'You have no role in the organization',
    text: 'None of your groups has a role. Ask an owner of the organization.',
  },
  unavailable: {
    title: 'The identity provider is unavailable',
    text: "It doesn't respond. Try again in a few minutes.",
  },
  forbidden: {
    title: 'You have no account here',
    text: "The service doesn't create an account for you, or your identity provider didn't send a verified email address. Ask an administrator.",
  },
  email_taken: {
    title: 'The email address already has an account',
    text: 'Sign in to it as you usually do, then connect your identity provider in your account settings.',
  },
  account_disabled: {
    title: 'The account is disabled',
    text: 'Ask an administrator of this service to enable it again.',
  },
  conflict: {
    title: 'Already connected',
    text: 'This identity is already connected, to your account or to another one.',
  },
  fresh_sign_in_required: {
    title: 'You signed in too long ago',
    text: 'Sign in again, then connect the identity provider within 10 minutes.',
  },
  too_many_attempts: { title: 'Too many attempts', text: 'Try again in a minute.' },
};

/** Explains why a sign-in with an identity provider failed. */
export function SignInProblem({ problem }: { problem: string }) {
  const { title, text } = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : OTHER;
  return (
    <Notice tone="danger" title={title} isUrgent>
      <p>{text}</p>
    </Notice>
  );
}
