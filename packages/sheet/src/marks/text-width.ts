/** Without a canvas. */
const ASSUMED_WIDTH_PX = 7;

/** One font, with a cache. */
export class TextWidth {
  private context: CanvasRenderingContext2D | null | undefined;
  private readonly known = new Map<string, number>();

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
    // created lazily: a sheet without annotations needs none
    this.context ??= document.createElement('canvas').getContext('2d');
    if (!this.context) return text.length * ASSUMED_WIDTH_PX;
    this.context.font = this.font;
    return this.context.measureText(text).width;
  }
}
