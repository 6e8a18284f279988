/** Appearance of a page from statistics over a small picture, without text recognition. */

export type AppearanceKind = 'blank' | 'line work' | 'coloured drawing' | 'photograph';

export interface Appearance {
  /** Dark share of the page, 0 to 1. */
  ink: number;
  /** Share coloured differently from the paper, 0 to 1. */
  colour: number;
  /** Bare paper share, 0 to 1. */
  paper: number;
}

/** RGB, three bytes per pixel. */
export interface SmallPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Pixels of the longest side: thumbnail size. */
export const APPEARANCE_SIZE = 256;

/** Luma tolerance (of 256) around the paper: grain, folds and JPEG noise. */
const PAPER_BAND = 20;
/** Luma steps below paper that count as ink; thin lines are grey in a small picture. */
const INK_STEP = 60;
/** Chroma difference (of 255) from paper that counts as colour. */
const COLOUR_STEP = 22;
/** Minimum paper luma; darker is a photograph's mean. */
const PAPER_LEAST = 120;

// local aliases: used for every pixel
const { abs, floor, max, round } = Math;

const luma = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Share of one tone band above which the page is blank, however dark. */
const FLAT = 0.998;

/**
 * Relative to the paper, the most common bright tone. A uniform page (back of a sheet, mounting cloth) is paper even if
 * dark.
 */
export function appearanceOf({ data }: SmallPicture): Appearance {
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
    // the paper tint fades in darker pixels
    const light = tone / max(1, paperTone);
    const off = max(abs(red - green - tint.redGreen * light), abs(blue - green - tint.blueGreen * light));
    if (off > COLOUR_STEP) colour++;
    else if (tone < paperTone - INK_STEP) ink++;
    else if (abs(tone - paperTone) <= PAPER_BAND) paper++;
  }
  const share = (count: number): number => round((count / max(1, pixels)) * 1000) / 1000;
  return { ink: share(ink), colour: share(colour), paper: share(paper) };
}

/** Mean difference of red and blue from green. */
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

/** With centre at or above `least`. */
function fullestBand(tones: readonly number[], least: number): { tone: number; count: number } {
  const half = PAPER_BAND / 2;
  let best = { tone: 255, count: -1 };
  for (let tone = least; tone < 256; tone++) {
    const count = tones.slice(max(0, tone - half), tone + half + 1).reduce((sum, one) => sum + one, 0);
    if (count > best.count) best = { tone, count };
  }
  return best;
}

/** Mid-tones or colours of a photograph, at least. */
const PHOTO_GREYS = 0.42;
const PHOTO_COLOURS = 0.6;
/** Colour share of a coloured drawing: faded fire insurance maps have 0.03; less is a stamp. */
const WASHED = 0.025;
/** Less ink than this is specks. */
const BLANK = 0.002;

export function appearanceKind({ ink, colour, paper }: Appearance): AppearanceKind {
  if (1 - ink - colour - paper >= PHOTO_GREYS || colour >= PHOTO_COLOURS) return 'photograph';
  if (ink + colour < BLANK) return 'blank';
  return colour >= WASHED ? 'coloured drawing' : 'line work';
}
