import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** How far one channel of a pixel may be off before the pixel is another one, of 255: edges of letters. */
const TOLERANCE = 24;

/** Share of the pixels of a picture that are others than before, 0 to 1; 1 where the size is another one or one is missing. */
export async function changedShare(before: string, after: string): Promise<number> {
  if (!fs.existsSync(before)) return 1;
  const [one, other] = await Promise.all([before, after].map(pixelsOf));
  if (!one || !other || one.info.width !== other.info.width || one.info.height !== other.info.height) return 1;
  const { channels } = one.info;
  let changed = 0;
  for (let at = 0; at < one.data.length; at += channels) {
    for (let channel = 0; channel < channels; channel++) {
      if (Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) <= TOLERANCE) continue;
      changed++;
      break;
    }
  }
  return changed / (one.info.width * one.info.height);
}

const pixelsOf = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** A picture, and what came of it. */
export interface Taken {
  /** Relative to the folder. */
  file: string;
  problems: readonly string[];
  /** Undefined where there is nothing to compare with. */
  changed?: number;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/**
 * A page with all pictures, those that changed most first, each beside the one before.
 *
 * @param before folder of the pictures before, relative to this one
 */
export function overview(taken: readonly Taken[], before: string | undefined): string {
  const figure = ({ file, problems, changed }: Taken): string =>
    [
      '<figure>',
      `<figcaption>${escaped(file)}${changed === undefined ? '' : `, ${(changed * 100).toFixed(1)} % changed`}`,
      ...problems.map((problem) => `<br><b>${escaped(problem)}</b>`),
      '</figcaption>',
      ...(before === undefined
        ? []
        : [`<img loading="lazy" src="${escaped(path.posix.join(before, file))}" alt="before">`]),
      `<img loading="lazy" src="${escaped(file)}" alt="after">`,
      '</figure>',
    ].join('\n');
  const order = [...taken].sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  return [
    '<!doctype html><meta charset="utf-8"><title>Screens of Symbio</title>',
    '<style>body{font:14px sans-serif;margin:24px}img{width:48%;border:1px solid #888}b{color:#b00}</style>',
    ...order.map(figure),
  ].join('\n');
}
