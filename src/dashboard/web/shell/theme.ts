import { Store } from '../api/transport/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function read(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const theme = new Store<Theme>(read());
/** The theme in effect, for code that draws on a canvas. */
export const isDark = new Store(false);

/** Runs at startup and whenever the system's scheme or the user's choice changes. */
export function applyTheme(): void {
  const chosen = theme.get();
  isDark.set(chosen === 'system' ? systemIsDark.matches : chosen === 'dark');
  document.documentElement.dataset.theme = isDark.get() ? 'dark' : 'light';
}
systemIsDark.addEventListener('change', applyTheme);

export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, chosen);
  theme.set(chosen);
  applyTheme();
}
