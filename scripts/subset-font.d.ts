declare module 'subset-font' {
  /** Returns the part of a font that a text needs; the package has no types. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2';
      keepFeatures: readonly string[];
      variationAxes?: Record<string, number | { min: number; max: number }>;
      noHinting: boolean;
    },
  ): Promise<Uint8Array>;
}
