import { useEffect, useState } from 'react';

/** Reads the token after the `#`, which no server sees, and removes it from the address bar and the history. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  return token;
}

interface KeptLinkToken {
  token: string | null;
  /** Keeps the token in this tab; call it before leaving for a sign-in that returns to the page. */
  keep: () => void;
  /** Call it once the link is used. */
  forget: () => void;
}

/** Like `useLinkToken`, but also returns a token that was kept while the user signed in. */
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
