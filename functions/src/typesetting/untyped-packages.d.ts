// What the typesetting uses of packages without types, or with types that don't match Node's imports.

declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** for each UTF-16 code unit; odd: right to left */
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    /** All indices, with those of a line (`end` is its last one) as they are drawn from left to right. */
    getReorderedIndices(
      text: string,
      levels: EmbeddingLevels,
      start: number,
      end: number,
    ): number[];
    getMirroredCharacter(character: string): string | null;
  }
  /** The Unicode Bidirectional Algorithm (UAX 9). */
  export default function createBidi(): Bidi;
}

declare module 'linebreak' {
  /** The Unicode Line Breaking Algorithm (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may end, as an index into the text; null after the last. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
