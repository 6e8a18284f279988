export const LABEL_FONT = "600 12px 'IBM Plex Sans Variable', system-ui, sans-serif";
/** CSS pixels. */
export const LABEL_HEIGHT = 20;

/** A label drawn once, to be copied wherever it stands. */
export interface LabelPicture {
  picture: HTMLCanvasElement;
  /** CSS pixels */
  width: number;
}

const MOST_LABELS = 3000;

/** Labels as small pictures: outlined text costs more than all shapes together when it is drawn in every frame. */
export class LabelPictures {
  private readonly labels = new Map<string, LabelPicture>();
  private ratio = 0;

  constructor(private readonly haloColour: string) {}

  get(text: string, colour: string): LabelPicture {
    // another screen, another density
    if (this.ratio !== window.devicePixelRatio || this.labels.size > MOST_LABELS) this.labels.clear();
    this.ratio = window.devicePixelRatio;
    const key = `${colour} ${text}`;
    let label = this.labels.get(key);
    if (!label) {
      label = drawLabel(text, { colour, halo: this.haloColour }, this.ratio);
      this.labels.set(key, label);
    }
    return label;
  }
}

function drawLabel(text: string, { colour, halo }: { colour: string; halo: string }, ratio: number): LabelPicture {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) return { picture, width: 0 };
  context.font = LABEL_FONT;
  const width = Math.ceil(context.measureText(text).width) + 8;
  picture.width = Math.ceil(width * ratio);
  picture.height = Math.ceil(LABEL_HEIGHT * ratio);
  // setting the size has reset the context
  context.scale(ratio, ratio);
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = halo;
  context.strokeText(text, 4, LABEL_HEIGHT / 2);
  context.fillStyle = colour;
  context.fillText(text, 4, LABEL_HEIGHT / 2);
  return { picture, width };
}
