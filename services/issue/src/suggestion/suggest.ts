import { AppError, parseFields } from '@symbio/runtime';
import { EndpointFailure, type ChatEndpoint } from '@symbio/language-model';
import type { CallContext } from '@symbio/rpc';
import { z } from 'zod';
import { MAX_ISSUE_DESCRIPTION } from '@symbio/proto/limits';
import { suggestByEndpoint } from './endpoint.js';
import { suggestByRules } from './rules.js';
import type { Suggestion } from './suggestion.js';

/** Minimum text length, in characters (CONST-21). */
const MIN_TEXT = 10;

const TOO_SHORT = `Please describe the issue in at least ${MIN_TEXT} characters`;
const textSchema = z.object({
  description: z
    .string()
    .trim()
    .min(MIN_TEXT, TOO_SHORT)
    .max(MAX_ISSUE_DESCRIPTION, `Description is too long (at most ${MAX_ISSUE_DESCRIPTION} characters)`),
});

/**
 * Suggests an issue from text: by the endpoint if configured, else by rules. Endpoint failures are reported, so the
 * user continues manually (ISSUE-25).
 *
 * @throws AppError INVALID_ARGUMENT for a text that is too short or too long, UNAVAILABLE when the endpoint fails
 */
export const createSuggest =
  (endpoint: ChatEndpoint | undefined) =>
  async (description: string, { log, signal }: CallContext): Promise<Suggestion> => {
    const { description: typed } = parseFields<z.output<typeof textSchema>>(textSchema, { description });
    if (!endpoint) return suggestByRules(typed);
    try {
      return await suggestByEndpoint(endpoint, typed, signal);
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error;
      log.warn({ reason: error.reason, err: error }, 'language model endpoint failed to suggest an issue');
      throw new AppError(
        'UNAVAILABLE',
        'suggestion_failed',
        'No suggestion could be made. Please fill in the issue by hand.',
        {
          cause: error,
        },
      );
    }
  };

export type Suggest = ReturnType<typeof createSuggest>;
