/** The package has no type declarations; these are the parts in use. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface FrameInfo {
    width: number;
    height: number;
    bitsPerSample: number;
    isSigned: boolean;
    componentCount: number;
  }

  export interface J2KDecoder {
    /** Returns a buffer of that many octets for the encoded image, inside the module's memory. */
    getEncodedBuffer(lengthBytes: number): Uint8Array;
    decode(): void;
    getFrameInfo(): FrameInfo;
    /** A view of the module's memory. */
    getDecodedBuffer(): Uint8Array;
    /** Frees the decoder's memory inside the module. */
    delete(): void;
  }

  export interface OpenJpeg {
    J2KDecoder: new () => J2KDecoder;
  }

  export default function createOpenJpeg(options: {
    print: (line: string) => void;
    printErr: (line: string) => void;
  }): Promise<OpenJpeg>;
}
