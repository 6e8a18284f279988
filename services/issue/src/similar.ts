import type { CallContext } from '@symbio/kit';
import { onlyReportedBy } from './policy.js';
import type { IssueInWord, IssueRepository } from './repository.js';
import { tellingWords } from './search-words.js';

/** Issues that are shown at most. */
const MAX_SIMILAR = 5;
/** Issues with the most words in common that are looked at: open ones are preferred among them. */
const CANDIDATES = 50;
/** Of this many words one must be in both: a text of ten words has three or more in common with one like it. */
const WORDS_PER_MATCH = 4;

/** Texts longer than this say nothing more of what they are about. */
const MAX_TEXT = 2_000;

const isOpen = ({ status }: IssueInWord): boolean => status === 'open' || status === 'in_progress';

/** Issues that a text may be about, too: open ones first, the most alike first. */
export const createSimilar =
  (repository: Pick<IssueRepository, 'alike'>) =>
  async (text: string, { actor }: CallContext): Promise<IssueInWord[]> => {
    const words = tellingWords(text.slice(0, MAX_TEXT));
    if (words.length === 0) return [];
    const atLeast = Math.ceil(words.length / WORDS_PER_MATCH);
    const rows = await repository.alike(words, atLeast, onlyReportedBy(actor), CANDIDATES);
    return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))].slice(0, MAX_SIMILAR);
  };
