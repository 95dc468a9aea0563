/** The package brings no types: these are the parts of it that are used. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface FrameInfo {
    width: number;
    height: number;
    bitsPerSample: number;
    isSigned: boolean;
    componentCount: number;
  }

  export interface J2KDecoder {
    /** Room of that many octets for the image, inside the memory of the module. */
    getEncodedBuffer(lengthBytes: number): Uint8Array;
    decode(): void;
    getFrameInfo(): FrameInfo;
    /** A view of the module's memory. */
    getDecodedBuffer(): Uint8Array;
    /** Frees the memory of the decoder inside the module. */
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
