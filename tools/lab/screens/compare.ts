import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** Channel difference below which a pixel counts as equal, of 255: antialiased letters. */
const TOLERANCE = 24;

/** Share of pixels that differ, 0 to 1; 1 when sizes differ or a picture is missing. */
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

export interface Taken {
  /** Relative to the folder. */
  file: string;
  problems: readonly string[];
  /** Undefined without a picture to compare with. */
  changed?: number;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Page with all pictures, most changed first, each beside its previous version. */
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
