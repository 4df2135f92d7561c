interface QrCode {
  addData(text: string, mode?: "Alphanumeric" | "Byte"): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

/** A type of 0 chooses the smallest code that fits. */
export default function qrcode(type: number, correction: "L" | "M" | "Q" | "H"): QrCode;
