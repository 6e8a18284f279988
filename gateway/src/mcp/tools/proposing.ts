/** Tools that write proposals for review, and undo them. */
import { annotations, features, mentions, runs } from '@symbio/api';
import { AppError } from '@symbio/runtime';
import { z } from 'zod';
import { errorBody, statusOf } from '../../errors.js';
import { onlyTried } from '../../public/answers.js';
import * as shown from '../shown.js';
import { operationTool, tool, type Tool } from '../tool.js';

/** Maximum features per call: they are created sequentially. */
const MOST_FEATURES = 50;
const UNDER_A_RUN = 'Give each item the `run_id` of start_run, so that all of it can be judged and undone as one.';

export const proposing: Tool[] = [
  operationTool({
    name: 'start_run',
    title: 'Start a run',
    description:
      'Begins a run in a project. What is proposed with its id can be listed, accepted, rejected or undone as one. Start one before the first proposal of a task.',
    effect: 'adds',
    operation: runs.createRun,
    take: ['project_id', 'name', 'author_id', 'metadata'],
    output: z.object({ run: shown.run }),
    shown: ({ data }) => ({ run: data }),
  }),
  operationTool({
    name: 'propose_annotations',
    title: 'Propose annotations',
    description: `Marks things on pages: up to 500 ellipses, rectangles or polygons, in pixels of the full-resolution page (a point of a picture of look_at_page is region.x + x / scale, region.y + y / scale). People accept or reject them. ${UNDER_A_RUN} \`dry_run\` only checks.`,
    effect: 'adds',
    operation: annotations.createAnnotations,
    take: ['items', 'mode', 'dry_run'],
    output: shown.outcomes(shown.annotation),
    shown: (answer) => answer,
    isFailure: shown.noneCreated,
  }),
  tool({
    name: 'propose_features',
    title: 'Propose features of interest',
    description: `Makes sites that make a property risky. A malformed item refuses the whole call; otherwise each is answered by itself. Look for them with list_features first. \`land_use\` holds values of list_land_uses. ${UNDER_A_RUN} \`dry_run\` only checks.`,
    effect: 'adds',
    input: z.strictObject({
      items: z
        .array(features.createFeature.body, { error: 'items must be a list' })
        .min(1, 'items must hold at least one item')
        .max(MOST_FEATURES, `items must hold at most ${MOST_FEATURES} items`),
      dry_run: z.boolean({ error: 'dry_run must be true or false' }).optional().meta({ description: 'Only checks.' }),
    }),
    output: shown.outcomes(shown.feature),
    run: async ({ items, dry_run: dryRun }, api) => {
      const query: Record<string, string> = dryRun ? { dry_run: 'true' } : {};
      const data = [];
      for (const [index, body] of items.entries()) {
        try {
          const made = await api.call(features.createFeature, { query, body });
          data.push({ index, status: 201, data: made.data });
        } catch (error) {
          // earlier creations persist: report each
          if (!(error instanceof AppError)) throw error;
          const { request_id: _of, ...refusal } = errorBody(error, '');
          data.push({ index, status: statusOf(error), ...refusal });
        }
      }
      const created = data.filter(({ status }) => status === 201).length;
      const answer = { data, created, failed: data.length - created, ...onlyTried(dryRun ?? false) };
      return { data: answer, isFailure: shown.noneCreated(answer) };
    },
  }),
  operationTool({
    name: 'propose_mentions',
    title: 'Propose mentions',
    description: `Records evidence: up to 500 sightings of features, each in the annotation that marks it, with a narrative (what is seen, in a sentence or two) and a confidence from 0 to 10. ${UNDER_A_RUN} \`dry_run\` only checks.`,
    effect: 'adds',
    operation: mentions.createMentions,
    take: ['items', 'mode', 'dry_run'],
    output: shown.outcomes(shown.mention),
    shown: (answer) => answer,
    isFailure: shown.noneCreated,
  }),
  operationTool({
    name: 'undo_run',
    title: 'Undo a run',
    description:
      'Takes back all of a run: its annotations and mentions, and those of its features that nobody else has evidence of. An undone run stays undone.',
    effect: 'removes',
    operation: runs.undoRun,
    take: ['id'],
    output: z.object({ run: shown.run, kept_feature_ids: z.array(z.string()), kept_mention_ids: z.array(z.string()) }),
    shown: ({ data, kept_feature_ids, kept_mention_ids }) => ({ run: data, kept_feature_ids, kept_mention_ids }),
  }),
];
