/** How wide a character is taken for where nothing can be measured, CSS pixels. */
const ASSUMED_WIDTH_PX = 7;

/** Measures lines of text in one font, each text once. */
export class TextRuler {
  private context: CanvasRenderingContext2D | null | undefined;
  private readonly known = new Map<string, number>();

  /** @param font as CSS writes it */
  constructor(private readonly font: string) {}

  /** @returns CSS pixels */
  widthOf(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const width = this.measured(text);
    this.known.set(text, width);
    return width;
  }

  private measured(text: string): number {
    // made when it is needed first: a sheet without annotations has no use for it
    this.context ??= document.createElement('canvas').getContext('2d');
    if (!this.context) return text.length * ASSUMED_WIDTH_PX;
    this.context.font = this.font;
    return this.context.measureText(text).width;
  }
}
