/** A section of a message, including its header. */
export interface RawSection {
  number: number;
  octets: Uint8Array;
}

const INDICATOR_BYTES = 16;

/** Returns copies of sections 1 to 7 of a buffer with a single message. */
export function sectionsOf(message: Uint8Array): RawSection[] {
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const sections: RawSection[] = [];
  for (let offset = INDICATOR_BYTES; offset < message.length - 4;) {
    const length = view.getUint32(offset);
    sections.push({ number: message[offset + 4], octets: message.slice(offset, offset + length) });
    offset += length;
  }
  return sections;
}

/** Returns the first section with the number. */
export function section(message: Uint8Array, number: number): RawSection {
  const found = sectionsOf(message).find((candidate) => candidate.number === number);
  if (!found) throw new Error(`the message has no section ${number}`);
  return found;
}

/** Returns the section with octets changed from a given one on, counted from 1 as in the WMO manual. */
export function withOctets({ number, octets }: RawSection, firstOctet: number, values: number[]): RawSection {
  const changed = octets.slice();
  changed.set(values, firstOctet - 1);
  return { number, octets: changed };
}

/** Returns a section with the number and the octets after its header. */
export function newSection(number: number, content: ArrayLike<number>): RawSection {
  const octets = new Uint8Array(5 + content.length);
  new DataView(octets.buffer).setUint32(0, octets.length);
  octets[4] = number;
  octets.set(content, 5);
  return { number, octets };
}

/** Returns a meteorological message with these sections. */
export function message(...sections: RawSection[]): Uint8Array {
  const body = sections.flatMap(({ octets }) => [...octets]);
  const indicator = new Uint8Array(INDICATOR_BYTES);
  indicator.set([...Buffer.from('GRIB'), 0xff, 0xff, 0, 2]);
  new DataView(indicator.buffer).setUint32(12, INDICATOR_BYTES + body.length + 4);
  return Uint8Array.from([...indicator, ...body, ...Buffer.from('7777')]);
}

/** Returns the message with octets of one section changed. */
export function patched(
  original: Uint8Array,
  number: number,
  firstOctet: number,
  values: number[],
): Uint8Array {
  const sections = sectionsOf(original).map((candidate) =>
    candidate.number === number ? withOctets(candidate, firstOctet, values) : candidate,
  );
  return message(...sections);
}

/** Returns the messages of a file without anything in between. */
export function messagesOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const messages: Uint8Array[] = [];
  for (let offset = 0; offset < file.length; offset += view.getUint32(offset + 12)) {
    messages.push(file.subarray(offset, offset + view.getUint32(offset + 12)));
  }
  return messages;
}
