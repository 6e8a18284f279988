/** What of an issue is kept in a form that searches and orders of lists can use. */
import { issueNumber } from '@symbio/proto/issue/key';

/** Most different words of an issue that can be searched for, and of each the letters. */
const MAX_WORDS = 1_000;
const WORD_LENGTH = 40;
/** Most words of one search; more would only make it slow. */
const MAX_TERMS = 10;

const tokens = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_LENGTH));

/** The different words of a text, lower case, in their order. */
export const wordsOf = (text: string): string[] => [...new Set(tokens(text))].slice(0, MAX_WORDS);

/** Sorts issues that are nobody's behind all others. */
const NOBODY = '\u{10ffff}';

/** What an issue is sorted by where the order is that of who it is assigned to. */
export const assigneeKeyOf = ({
  assignee,
  assigneeName,
}: {
  assignee?: string | undefined;
  assigneeName: string;
}): string => (assignee ? assigneeName.toLowerCase() : NOBODY);

/** The fields of a row that only lists use. */
export const searchFields = ({
  title,
  description,
  assigneeName,
  assignee,
}: {
  title: string;
  description: string;
  assigneeName: string;
  assignee?: string | undefined;
}) => ({
  titleKey: title.toLowerCase(),
  assigneeKey: assigneeKeyOf({ assignee, assigneeName }),
  words: wordsOf(`${title}\n${description}`),
});

/** One word that somebody looks for. */
export interface SearchTerm {
  /** As it was written, lower case; may stand anywhere in the title. */
  text: string;
  /** Each begins a word of the issue. Empty when the term has no letters and no digits. */
  words: string[];
  /** Set when it can be the number of an issue: `12`, `sym-12`. */
  number: number | undefined;
}

/** What is looked for, word by word; an issue must match each. */
export const searchTerms = (search: string): SearchTerm[] =>
  [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_TERMS).map((text) => ({
    text,
    words: tokens(text),
    number: issueNumber(text) ?? issueNumber(`sym-${text}`),
  }));

/** English words that say nothing of what a text is about. */
const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been but by can cannot could did do does doing don for from get ' +
    'gets got had has have how i if in into is isn it its just me my no not of off on one only or our out over see so ' +
    'some than that the their them then there they this to too up us very was we were what when where which while who ' +
    'why will with would you your t s'
  ).split(' '),
);

/** The words of a text that tell it from others, at most 20. */
export const tellingWords = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .slice(0, 20);
