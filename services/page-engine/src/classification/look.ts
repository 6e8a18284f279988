/** What a page looks like from afar: cheap figures over a small picture of it, no letters read. */

/** What the figures amount to. */
export type LookKind = 'blank' | 'line work' | 'coloured drawing' | 'photograph';

export interface Look {
  /** Share of the page that is dark on its paper, 0 to 1. */
  ink: number;
  /** Share of the page that is coloured otherwise than its paper, 0 to 1. */
  colour: number;
  /** Share of the page that is bare paper, 0 to 1. */
  paper: number;
}

/** Pixels, three bytes each: red, green, blue. */
export interface SmallPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Longest side in pixels of the picture that is looked at: a thumbnail's. */
export const LOOK_SIZE = 256;

/** Luma steps (of 256) around the paper's own that still are paper: grain, folds and JPEG stay within. */
const PAPER_BAND = 20;
/** Luma steps below the paper at which a pixel is ink; thin lines come out grey in a small picture. */
const INK_STEP = 60;
/** Difference in chroma (red to green, blue to green; of 255) from the paper's own that is a colour. */
const COLOUR_STEP = 22;
/** Paper is no darker than this, or it is a photograph's mean. */
const PAPER_LEAST = 120;

// looked up once: these run for every pixel
const { abs, floor, max, round } = Math;

const luma = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Share of a page in one narrow band of tones from which on nothing is drawn on it, however dark it is. */
const FLAT = 0.998;

/**
 * Measures a picture. Aged paper is its own white: colour and ink are counted from its most common bright tone. A page
 * of one tone alone (the back of a sheet, the cloth it is mounted on) is paper, also a dark one.
 */
export function lookOf({ data }: SmallPicture): Look {
  const pixels = floor(data.length / 3);
  const tones = new Array<number>(256).fill(0);
  for (let at = 0; at < pixels * 3; at += 3) {
    const tone = round(luma(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
    tones[tone] = (tones[tone] ?? 0) + 1;
  }
  const bright = fullestBand(tones, PAPER_LEAST);
  const any = fullestBand(tones, 0);
  const paperTone = any.count >= FLAT * pixels ? any.tone : bright.tone;
  const tint = tintOfPaper(data, paperTone);
  let [ink, colour, paper] = [0, 0, 0];
  for (let at = 0; at < pixels * 3; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const tone = luma(red, green, blue);
    // the paper's tint fades with the light that is left of it
    const light = tone / max(1, paperTone);
    const off = max(abs(red - green - tint.redGreen * light), abs(blue - green - tint.blueGreen * light));
    if (off > COLOUR_STEP) colour++;
    else if (tone < paperTone - INK_STEP) ink++;
    else if (abs(tone - paperTone) <= PAPER_BAND) paper++;
  }
  const share = (count: number): number => round((count / max(1, pixels)) * 1000) / 1000;
  return { ink: share(ink), colour: share(colour), paper: share(paper) };
}

/** How far red and blue are from green on the paper, on average. */
function tintOfPaper(data: Uint8Array, paperTone: number): { redGreen: number; blueGreen: number } {
  let [count, redGreen, blueGreen] = [0, 0, 0];
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (abs(luma(red, green, blue) - paperTone) > PAPER_BAND) continue;
    count++;
    redGreen += red - green;
    blueGreen += blue - green;
  }
  return { redGreen: redGreen / max(1, count), blueGreen: blueGreen / max(1, count) };
}

/** The fullest band of tones whose middle is at least as bright as `least`. */
function fullestBand(tones: readonly number[], least: number): { tone: number; count: number } {
  const half = PAPER_BAND / 2;
  let best = { tone: 255, count: -1 };
  for (let tone = least; tone < 256; tone++) {
    const count = tones.slice(max(0, tone - half), tone + half + 1).reduce((sum, one) => sum + one, 0);
    if (count > best.count) best = { tone, count };
  }
  return best;
}

/** From these shares on a page is a photograph: of tones between paper and ink, or of colours. */
const PHOTO_GREYS = 0.42;
const PHOTO_COLOURS = 0.6;
/** A drawing is coloured when washes cover so much of it: faded fire insurance maps have 0.03; less is a stamp. */
const WASHED = 0.025;
/** Less on a page than this is specks. */
const BLANK = 0.002;

/** What a page is by its figures. */
export function lookKind({ ink, colour, paper }: Look): LookKind {
  if (1 - ink - colour - paper >= PHOTO_GREYS || colour >= PHOTO_COLOURS) return 'photograph';
  if (ink + colour < BLANK) return 'blank';
  return colour >= WASHED ? 'coloured drawing' : 'line work';
}
