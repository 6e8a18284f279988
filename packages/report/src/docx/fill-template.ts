import { patchDocument, PatchType, type IPatch } from 'docx';
import { CHAPTER_KEYS, type Content } from '../content/model.js';
import { blocksOf, run } from './blocks.js';
import { completeStyles } from './complete-styles.js';
import { entriesOf, normalizeDocx, type PictureOf } from './normalize.js';
import { openPackage } from './package-file.js';
import { tagsOf } from './check-template.js';
import { factTags } from './tags.js';

/**
 * The firm's template with the report in place of its tags: the same blocks as in the report of the house. Unknown tags
 * stay visible. Equal content and template give equal bytes.
 */
export async function fillTemplate(template: Uint8Array, content: Content, pictureOf: PictureOf): Promise<Uint8Array> {
  const wanted = new Set(tagsOf(openPackage(template)));
  const patches: Record<string, IPatch> = {};
  for (const [tag, text] of Object.entries(factTags(content)))
    if (wanted.has(tag)) patches[tag] = { type: PatchType.PARAGRAPH, children: [run(text)] };
  for (const key of CHAPTER_KEYS) {
    const chapter = content.chapters.find((one) => one.key === key);
    const blocks = chapter ? blocksOf(chapter.blocks) : [];
    if (wanted.has(key)) patches[key] = { type: PatchType.DOCUMENT, children: blocks };
  }
  const filled = await patchDocument({ outputType: 'uint8array', data: template, keepOriginalStyles: true, patches });
  const entries = entriesOf(filled);
  await completeStyles(entries);
  return normalizeDocx(entries, content.locked_at, pictureOf);
}
