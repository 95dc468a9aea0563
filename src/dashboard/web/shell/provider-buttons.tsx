import { signInUrl, useSignInMethods } from '../api/sign-in-methods.ts';
import { Or, PlainButtonLink } from '../ui/button.tsx';

/** Sign-in buttons for identity providers, which redirect back to `next`. */
export function ProviderButtons({ next, hasPassword = true }: { next: string; hasPassword?: boolean }) {
  const { password: isPasswordOn, providers } = useSignInMethods();
  const password = isPasswordOn && hasPassword;
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 space-y-3">
      {password && <Or />}
      {providers.map((provider) => (
        <PlainButtonLink
          key={provider.id}
          href={signInUrl(provider, { next })}
          look={password ? 'secondary' : 'primary'}
          className="w-full"
        >
          {provider.title}
        </PlainButtonLink>
      ))}
    </div>
  );
}
