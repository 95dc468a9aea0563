import { XMLParser } from 'fast-xml-parser';

/** An element as the parser returns it: attributes start with @, and children are grouped by name into arrays. */
export interface SvgElement {
  [name: string]: unknown;
  '#text'?: string | number;
}

const ALWAYS_ONE = new Set(['svg']);
const LETTER_SHARE = 0.36;
const LETTER_PIXELS = 11;

/** Reads a meteogram as a person does, by the scale next to each panel. */
export class ReadMeteogram {
  readonly svg: SvgElement;
  /** All elements of the image. */
  readonly elements: { name: string; element: SvgElement }[] = [];

  constructor(text: string) {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && !ALWAYS_ONE.has(name),
      // Throws if the document isn't well-formed.
    });
    this.svg = (parser.parse(text, true) as { svg: SvgElement }).svg;
    this.collect(this.svg);
  }

  get title(): string {
    return this.texts('title', this.svg)[0];
  }

  get description(): string {
    return this.texts('desc', this.svg)[0];
  }

  /** All texts in the image. */
  get words(): string[] {
    return this.of('text').map(textOf);
  }

  /** The x coordinates of the first and the last hour. */
  get ends(): [left: number, right: number] {
    const [line] = this.children(this.byId('panel-temperature'), 'line');
    return [numberOf(line, 'x1'), numberOf(line, 'x2')];
  }

  byId(id: string): SvgElement {
    const found = this.elements.find(({ element }) => element['@id'] === id);
    if (!found) throw new Error(`The picture has no element ${id}`);
    return found.element;
  }

  of(name: string): SvgElement[] {
    return this.elements.filter((each) => each.name === name).map(({ element }) => element);
  }

  children(element: SvgElement, name: string): SvgElement[] {
    return (element[name] ?? []) as SvgElement[];
  }

  /** Returns a function that converts a y coordinate to a value, based on the outer grid lines and their labels. */
  ruler(panel: string): (y: number) => number {
    const group = this.byId(`panel-${panel}`);
    const heights = this.children(group, 'line').map((line) => numberOf(line, 'y1'));
    const marks = this.children(group, 'text').flatMap((text) => {
      const y = heights.find(
        (height) => Math.abs(height + LETTER_SHARE * LETTER_PIXELS - numberOf(text, 'y')) < 0.1,
      );
      return text['@text-anchor'] === 'end' && y !== undefined
        ? [{ y, value: Number(textOf(text).replace('−', '-')) }]
        : [];
    });
    const [first, last] = [marks[0], marks.at(-1)!];
    return (y) => first.value + ((y - first.y) * (last.value - first.value)) / (last.y - first.y);
  }

  /** The end points of a curve's segments. */
  points(id: string): { x: number; y: number }[] {
    return this.children(this.byId(id), 'path').flatMap((path) =>
      [...String(path['@d']).matchAll(/(?:M|C\S+ \S+ )([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => ({
        x: +x,
        y: +y,
      })),
    );
  }

  rectangles(id: string): { x: number; y: number; width: number; height: number; fill: string }[] {
    return this.children(this.byId(id), 'rect').map((rect) => ({
      x: numberOf(rect, 'x'),
      y: numberOf(rect, 'y'),
      width: numberOf(rect, 'width'),
      height: numberOf(rect, 'height'),
      fill: String(rect['@fill']),
    }));
  }

  private texts(name: string, element: SvgElement): string[] {
    return this.children(element, name).map(textOf);
  }

  private collect(element: SvgElement): void {
    for (const [name, children] of Object.entries(element)) {
      if (!Array.isArray(children)) continue;
      for (const child of children as (SvgElement | string)[]) {
        const own: SvgElement = typeof child === 'string' ? { '#text': child } : child;
        this.elements.push({ name, element: own });
        this.collect(own);
      }
    }
  }
}

export function textOf(element: SvgElement | string): string {
  return String(typeof element === 'string' ? element : element['#text']);
}

export function numberOf(element: SvgElement, name: string): number {
  return Number(element[`@${name}`] ?? 0);
}
