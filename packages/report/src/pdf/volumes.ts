import { isPicture, type Chapter, type Content } from '../content/model.js';

/** Pictures of a PDF: more make files that are hard to send and to open. */
export const VOLUME_PICTURES = 150;

export interface Volume {
  /** `Volume 1 of 2`; undefined: the only one. */
  name: string | undefined;
  chapters: Chapter[];
  /** Numbers of its figures. */
  figures: number[];
}

/** Splits a report with many pictures, where needed within a chapter. */
export function volumesOf({ chapters }: Pick<Content, 'chapters'>, limit = VOLUME_PICTURES): Volume[] {
  const volumes: Chapter[][] = [[]];
  let pictures = 0;
  for (const chapter of chapters) {
    let part: Chapter = { ...chapter, blocks: [] };
    volumes.at(-1)?.push(part);
    for (const block of chapter.blocks) {
      if (isPicture(block) && pictures++ === limit) {
        const isStarted = part.blocks.length > 0;
        if (!isStarted) volumes.at(-1)?.pop();
        part = { ...chapter, title: isStarted ? `${chapter.title} (continued)` : chapter.title, blocks: [] };
        volumes.push([part]);
        pictures = 1;
      }
      part.blocks.push(block);
    }
  }
  return volumes.map((parts, at) => ({
    name: volumes.length === 1 ? undefined : `Volume ${at + 1} of ${volumes.length}`,
    chapters: parts,
    figures: parts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'figure' ? [block.number] : []))),
  }));
}
