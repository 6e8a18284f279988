import { issueNumber } from '@symbio/proto/issue/key';

/** Maximum distinct words indexed per issue, and characters per word. */
const MAX_WORDS = 1_000;
const WORD_LENGTH = 40;
/** Maximum words of one search, to bound its cost. */
const MAX_TERMS = 10;

const tokens = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_LENGTH));

/** Distinct, lower-case, in order. */
export const wordsOf = (text: string): string[] => [...new Set(tokens(text))].slice(0, MAX_WORDS);

/** Sorts unassigned issues last. */
const UNASSIGNED = '\u{10ffff}';

export const assigneeKeyOf = ({
  assignee,
  assigneeName,
}: {
  assignee?: string | undefined;
  assigneeName: string;
}): string => (assignee ? assigneeName.toLowerCase() : UNASSIGNED);

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

export interface SearchTerm {
  /** Lower case; may occur anywhere in the title. */
  text: string;
  /** Word prefixes. Empty without letters and digits. */
  words: string[];
  /** Set if the term can be an issue number: `12`, `sym-12`. */
  number: number | undefined;
}

/** All terms must match. */
export const searchTerms = (search: string): SearchTerm[] =>
  [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_TERMS).map((text) => ({
    text,
    words: tokens(text),
    number: issueNumber(text) ?? issueNumber(`sym-${text}`),
  }));

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been but by can cannot could did do does doing don for from get ' +
    'gets got had has have how i if in into is isn it its just me my no not of off on one only or our out over see so ' +
    'some than that the their them then there they this to too up us very was we were what when where which while who ' +
    'why will with would you your t s'
  ).split(' '),
);

/** Distinctive words of a text, at most 20. */
export const significantWords = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .slice(0, 20);
