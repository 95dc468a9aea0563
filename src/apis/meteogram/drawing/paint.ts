import { type Attributes, type Markup, style } from './svg.js';

export const THEMES = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof THEMES)[number];

/** Texts and lines that convey information have a contrast of at least 4.5 with the day and night behind them. */
const LIGHT = {
  day: '#ffffff',
  night: '#eaeef4',
  ink: '#17202b',
  muted: '#515c69',
  grid: '#ccd4de',
  warm: '#c3271f',
  cold: '#1660b8',
  rain: '#1763b6',
  wind: '#0f6e4f',
  pressure: '#7440ad',
  cloud: '#8d99a8',
  sun: '#e59a00',
  moon: '#66748a',
};
const DARK: typeof LIGHT = {
  day: '#1c232e',
  night: '#121820',
  ink: '#eef2f6',
  muted: '#aab5c2',
  grid: '#3a4554',
  warm: '#ff8a80',
  cold: '#74b8ff',
  rain: '#5aa9ff',
  wind: '#58d6a4',
  pressure: '#c9a2ff',
  cloud: '#8f9bab',
  sun: '#ffc93c',
  moon: '#c3cede',
};

export type Colour = keyof typeof LIGHT;
type Property = 'fill' | 'stroke' | 'stop-color';

/** The same in all images, so that the Content-Security-Policy can name its hash. */
export const DARK_STYLE = `@media (prefers-color-scheme: dark) {${Object.entries(DARK)
  .flatMap(([name, colour]) =>
    (['fill', 'stroke', 'stop-color'] as const).map(
      (property) => `.${className(property, name)} { ${property}: ${colour} }`,
    ),
  )
  .join(' ')}}`;

/** The colors of an image. */
export class Paint {
  private readonly colours: typeof LIGHT;

  constructor(private readonly theme: Theme) {
    this.colours = theme === 'dark' ? DARK : LIGHT;
  }

  /**
   * Returns attributes, since email clients and wikis drop styles. With `auto`, also returns classes for the dark
   * style.
   */
  of(given: Partial<Record<Property, Colour>>): Attributes {
    const named = Object.entries(given) as [Property, Colour][];
    const colours = named.map(([property, colour]) => [property, this.colours[colour]] as const);
    const classes = named.map(([property, colour]) => className(property, colour)).join(' ');
    return { ...Object.fromEntries(colours), ...(this.theme === 'auto' && { class: classes }) };
  }

  /** Empty if the theme is fixed. */
  get styles(): Markup[] {
    return this.theme === 'auto' ? [style(DARK_STYLE)] : [];
  }
}

function className(property: Property, colour: string): string {
  return `${property.slice(0, 2)}-${colour}`;
}
