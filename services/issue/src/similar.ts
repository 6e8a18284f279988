import type { CallContext } from '@symbio/rpc';
import type { Sight } from './policy.js';
import type { IssueSummary, IssueRepository } from './repository.js';
import { significantWords } from './search-words.js';

const MAX_SIMILAR = 5;
/** Candidates with the most shared words, among which open ones are preferred. */
const CANDIDATES = 50;
/** One shared word is required per this many: a text of ten words needs three. */
const WORDS_PER_MATCH = 4;

const MAX_TEXT = 2_000;

const isOpen = ({ status }: IssueSummary): boolean => status === 'open' || status === 'in_progress';

/** Open ones first, then by similarity. */
export const createSimilar =
  (repository: Pick<IssueRepository, 'findSimilar'>, sight: Pick<Sight, 'seenBy'>) =>
  async (text: string, { actor }: CallContext): Promise<IssueSummary[]> => {
    const words = significantWords(text.slice(0, MAX_TEXT));
    if (words.length === 0) return [];
    const atLeast = Math.ceil(words.length / WORDS_PER_MATCH);
    const rows = await repository.findSimilar(words, atLeast, sight.seenBy(actor), CANDIDATES);
    return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))].slice(0, MAX_SIMILAR);
  };
