/** Year, source and sheets of a document in words. */
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { fileSize } from '../../../lib/ui/formats.js';

type Facts = Pick<
  ProjectDocument,
  | 'first_year'
  | 'last_year'
  | 'year_source'
  | 'provider'
  | 'provider_source'
  | 'sheet_numbers'
  | 'sheet_count'
  | 'scales'
>;

/** `1887`, or `1887 to 1926`; undefined if unknown. */
export function yearText({ first_year: first, last_year: last }: Facts): string | undefined {
  if (!first) return undefined;
  return !last || last === first ? String(first) : `${first} to ${last}`;
}

/** Year that no page confirms yet. */
export const yearNote = ({ year_source: source }: Facts): string | undefined =>
  source === 'file_name' ? 'from the file name' : undefined;

/** Where a source is not the word of a person. */
export const providerNote = ({ provider_source: source }: Facts): string | undefined =>
  source === 'document_information' ? 'from the file' : source === 'pages' ? 'read on its pages' : undefined;

/** `1:24,000, 1:62,500`; undefined if unknown. */
export const scalesText = ({ scales = [] }: Facts): string | undefined => scales.join(', ') || undefined;

const SHOWN = 3;

/** `60, 169, 170 and 8 more`; undefined if unknown. @param isWhole all that the server names */
export function sheetsText(
  { sheet_numbers: numbers = [], sheet_count: count = numbers.length }: Facts,
  isWhole = false,
): string | undefined {
  if (numbers.length === 0) return undefined;
  const shown = isWhole ? numbers : numbers.slice(0, SHOWN);
  const more = count - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One line for cards of phones. */
export const factsInShort = (document: Facts & Pick<ProjectDocument, 'file_size'>): string => {
  const sheets = sheetsText(document);
  return [
    yearText(document) ?? '',
    document.provider ?? '',
    sheets ? `sheet ${sheets}` : '',
    fileSize(document.file_size),
  ]
    .filter((text) => text !== '')
    .join(' · ');
};
