import { footnotesOf, type Footnote } from '../../evidence/citations.js';
import { captionOf, statementOf, type Sighting } from './sightings.js';

export interface Story {
  name: string;
  /** Land use, relation to the property, years. */
  facts: string;
  entries: readonly { caption: string; statement: string; note: number }[];
  footnotes: readonly Footnote[];
}

export function storyOf(feature: { name: string; facts: string }, sightings: readonly Sighting[]): Story {
  const { footnotes, numbers } = footnotesOf(
    sightings.map(({ source, page }) => ({
      title: source?.title ?? null,
      page,
      annotation: source?.annotation,
    })),
  );
  return {
    ...feature,
    entries: sightings.map((sighting, at) => ({
      caption: captionOf(sighting),
      statement: statementOf(sighting),
      note: numbers[at] ?? 0,
    })),
    footnotes,
  };
}

export const plainStory = ({ name, facts, entries, footnotes }: Story): string =>
  [
    name,
    facts,
    '',
    ...entries.map(({ caption, statement, note }) => `${caption}: ${statement} [${note}]`),
    '',
    ...footnotes.map(({ number, text }) => `[${number}] ${text}`),
  ].join('\n');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const html = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replaceAll('\n', '<br>');

/** Without links: the browser would write the address of this page into them. */
export function htmlStory({ name, facts, entries, footnotes }: Story): string {
  const paragraphs = entries.map(
    ({ caption, statement, note }) => `<p><b>${html(caption)}.</b> ${html(statement)}<sup>[${note}]</sup></p>`,
  );
  const notes = footnotes.map(
    ({ number, text }) => `<p style="font-size: 9pt"><sup>[${number}]</sup> ${html(text)}</p>`,
  );
  return `<h3>${html(name)}</h3><p>${html(facts)}</p>${paragraphs.join('')}<hr>${notes.join('')}`;
}

/** @throws if the browser refuses, or has no clipboard */
export const copyStory = async (story: Story): Promise<void> =>
  navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([htmlStory(story)], { type: 'text/html' }),
      'text/plain': new Blob([plainStory(story)], { type: 'text/plain' }),
    }),
  ]);
