import { useEffect, useState } from 'react';

/** The token of a link travels behind the `#`, which no server sees, and leaves the address bar and the history at once. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  return token;
}

interface KeptLinkToken {
  token: string | null;
  /** Before leaving for a sign-in that comes back to the page, in this tab. */
  keep: () => void;
  /** Once the link is used. */
  forget: () => void;
}

/** As above, or that which was kept when its reader had to sign in first. */
export function useKeptLinkToken(): KeptLinkToken {
  const name = `link-token:${location.pathname}`;
  const linkToken = useLinkToken();
  const [token] = useState(() => linkToken ?? sessionStorage.getItem(name));
  return {
    token,
    keep: () => sessionStorage.setItem(name, token ?? ''),
    forget: () => sessionStorage.removeItem(name),
  };
}
