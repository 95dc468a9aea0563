declare const markup: unique symbol;

/** SVG markup. Only this file creates it, so nothing gets in unescaped. */
export type Markup = string & { readonly [markup]: true };
export type Attributes = Record<string, string | number | undefined>;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML 1.0 forbids or discourages. */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes text for XML. */
export function content(text: string): Markup {
  return text.replace(NOT_IN_XML, '').replace(/[&<>"']/g, (character) => ENTITIES[character]) as Markup;
}

/** An element; numbers are rounded to hundredths of a pixel. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Markup[]): Markup {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${typeof value === 'number' ? shortNumber(value) : content(value)}"`,
  );
  const tag = `<${name}${written.join('')}`;
  return (children.length === 0 ? `${tag}/>` : `${tag}>${children.join('')}</${name}>`) as Markup;
}

/** A trusted stylesheet, which is not escaped. */
export function style(css: string): Markup {
  return `<style>${css}</style>` as Markup;
}

export function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

/** A point of a path. */
export function at(x: number, y: number): string {
  return `${shortNumber(x)},${shortNumber(y)}`;
}
