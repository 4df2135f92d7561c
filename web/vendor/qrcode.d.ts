interface QrCode {
  size: number;
  get(column: number, row: number): boolean;
}

export const correction: { L: number; M: number; Q: number; H: number };

/** Return the smallest code that fits, with a better correction where there is room for it. */
export function generate(text: string, options?: { minCorrectionLevel?: number }): QrCode;
