import type { SectionKey } from '../evidence.js';
import type { Block } from './model.js';
import type { Sources } from './sources.js';

/** Paragraphs that people wrote for a part; a sentence where there are none and nothing else fills the chapter. */
export function prose(sources: Sources, key: SectionKey, otherwise = 'No text was written for this part.'): Block[] {
  const section = sources.evidence.sections.find((one) => one.key === key);
  const paragraphs = section?.paragraphs.filter(({ text }) => text.trim() !== '') ?? [];
  if (paragraphs.length > 0) return paragraphs.map(({ text }) => paragraph(text));
  return otherwise === '' ? [] : [paragraph(otherwise)];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text: [text] });
export const heading = (title: string): Block => ({ kind: 'heading', title });
