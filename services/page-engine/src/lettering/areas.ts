import type { Area, PageText, Word } from '../pdf/page.js';

/** Whether a rectangle touches an area; always without areas. */
export function touches({ x, y, width, height }: Area, areas: readonly Area[] | undefined): boolean {
  return (
    areas === undefined ||
    areas.some(
      (area) => x < area.x + area.width && x + width > area.x && y < area.y + area.height && y + height > area.y,
    )
  );
}

export function textWithin({ text, words }: PageText, areas: readonly Area[] | undefined): PageText {
  const within = words.filter(({ x, y, width, height }) =>
    touches({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 }, areas),
  );
  return within.length === words.length ? { text, words } : { text: textOf(within), words: within };
}

/** Running text: spaces within lines, line breaks between. */
export function textOf(words: readonly Word[]): string {
  let text = '';
  let previous: Word | undefined;
  for (const word of words) {
    const sameLine = previous?.line === word.line && previous?.turned === word.turned;
    text += `${previous ? (sameLine ? ' ' : '\n') : ''}${word.text}`;
    previous = word;
  }
  return text;
}
