declare module 'subset-font' {
  /** The part of a font that a text needs; the package itself brings no types. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      keepFeatures: string[];
      variationAxes?: Record<string, { min: number; max: number }>;
      noHinting: boolean;
    },
  ): Promise<Uint8Array>;
}
