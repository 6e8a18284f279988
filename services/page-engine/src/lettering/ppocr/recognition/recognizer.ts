import { evidenceOf, meanValue, readGreedily, type Evidence, type Letter } from './ctc.js';
import type { Alphabet } from '../model/alphabet.js';
import { HEIGHT, widthOf, writeSample, type Sample } from './samples.js';
import type { Network } from '../model/network.js';
import type { ColourRaster } from '../raster.js';

/** Part of the page's picture; its first pixel is `left`, `top` of the whole. */
export interface Window {
  picture: ColourRaster;
  left: number;
  top: number;
}

export interface Reading {
  sample: Sample;
  letters: Letter[];
  text: string;
  /** Mean letter probability, 0 to 1. */
  confidence: number;
  /** Evidence steps per pixel of the sample's width. */
  stepsPerPixel: number;
  evidence: Evidence;
  alphabet: Alphabet;
}

/** Samples per batch; more take memory without a speed-up. */
const BATCH = 4;
/** Maximum width difference within a batch. */
const ALIKE = { times: 1.05, pixels: 4 };
/** The recognizer requires widths that are multiples of `step`, at least `least`. */
const WIDE = { least: 32, step: 8 };

export class Recognizer {
  constructor(
    private readonly network: Network,
    readonly alphabet: Alphabet,
  ) {}

  /** The order of results is unspecified. */
  async read(window: Window, samples: readonly Sample[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (const batch of batchesOf(samples)) readings.push(...(await this.readBatch(window, batch)));
    return readings;
  }

  private async readBatch({ picture, left, top }: Window, batch: readonly Sample[]): Promise<Reading[]> {
    const widest = Math.max(...batch.map(widthOf));
    const wide = Math.max(WIDE.least, Math.ceil(widest / WIDE.step) * WIDE.step);
    const each = 3 * HEIGHT * wide;
    const input = new Float32Array(batch.length * each);
    for (const [number, sample] of batch.entries()) writeSample(picture, left, top, sample, input, number * each, wide);
    const output = await this.network.run(input, [batch.length, 3, HEIGHT, wide]);
    return batch.map((sample, number) => {
      const evidence = evidenceOf(output, number);
      const letters = readGreedily(evidence, this.alphabet);
      const text = letters.map(({ character }) => character).join('');
      return {
        sample,
        letters,
        text,
        confidence: meanValue(letters),
        stepsPerPixel: evidence.steps / wide,
        evidence,
        alphabet: this.alphabet,
      };
    });
  }
}

export function batchesOf(samples: readonly Sample[]): Sample[][] {
  const sorted = [...samples].sort((one, other) => widthOf(one) - widthOf(other));
  const batches: Sample[][] = [];
  let batch: Sample[] = [];
  for (const sample of sorted) {
    const [first = sample] = batch;
    const fits = widthOf(sample) <= widthOf(first) * ALIKE.times + ALIKE.pixels;
    if (batch.length > 0 && (batch.length >= BATCH || !fits)) {
      batches.push(batch);
      batch = [];
    }
    batch.push(sample);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
