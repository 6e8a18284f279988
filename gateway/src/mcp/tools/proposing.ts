/** Tools that write proposals for review, and undo them. */
import { annotations, determinations, features, mentions, runs } from '@symbio/api';
import { AppError } from '@symbio/runtime';
import { z } from 'zod';
import { errorBody, statusOf } from '../../http/errors.js';
import { dryRunFlag } from '../../present/answers.js';
import * as shown from '../presenters.js';
import { operationTool, tool, type Tool } from '../tool.js';

/** Maximum features per call: they are created sequentially. */
const MAX_FEATURES = 50;
const UNDER_A_RUN = 'Give each item the `run_id` of start_run, so that they can be reviewed and undone together.';

export const proposalTools: Tool[] = [
  operationTool({
    name: 'start_run',
    title: 'Start a run',
    description:
      'Starts a run in a project. Proposals with its id can be listed, accepted, rejected or undone together. Start one before the first proposal of a task.',
    effect: 'adds',
    operation: runs.createRun,
    argumentNames: ['project_id', 'name', 'author_id', 'metadata'],
    output: z.object({ run: shown.run }),
    present: ({ data }) => ({ run: data }),
  }),
  operationTool({
    name: 'propose_annotations',
    title: 'Propose annotations',
    description: `Proposes up to 500 annotations on pages: ellipses, rectangles or polygons, in pixels of the full-resolution page (a point of an image from look_at_page is at region.x + x / scale, region.y + y / scale). People accept or reject them. ${UNDER_A_RUN} \`dry_run\` only validates.`,
    effect: 'adds',
    operation: annotations.createAnnotations,
    argumentNames: ['items', 'mode', 'dry_run'],
    output: shown.outcomes(shown.annotation),
    present: (answer) => answer,
    isFailure: shown.noneCreated,
  }),
  tool({
    name: 'propose_features',
    title: 'Propose features of interest',
    description: `Proposes sites that are an environmental risk for a property. A malformed item rejects the whole call; otherwise each item is handled individually. Search with list_features first. \`land_use\` takes values of list_land_uses. ${UNDER_A_RUN} \`dry_run\` only validates.`,
    effect: 'adds',
    input: z.strictObject({
      items: z
        .array(features.createFeature.body, { error: 'items must be a list' })
        .min(1, 'items must hold at least one item')
        .max(MAX_FEATURES, `items must hold at most ${MAX_FEATURES} items`),
      dry_run: z
        .boolean({ error: 'dry_run must be true or false' })
        .optional()
        .meta({ description: 'Only validates.' }),
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
      const answer = { data, created, failed: data.length - created, ...dryRunFlag(dryRun ?? false) };
      return { data: answer, isFailure: shown.noneCreated(answer) };
    },
  }),
  operationTool({
    name: 'propose_mentions',
    title: 'Propose mentions',
    description: `Proposes evidence: up to 500 mentions of features, each with the annotation that marks it, a narrative (a sentence or two) and a confidence from 0 to 10. ${UNDER_A_RUN} \`dry_run\` only validates.`,
    effect: 'adds',
    operation: mentions.createMentions,
    argumentNames: ['items', 'mode', 'dry_run'],
    output: shown.outcomes(shown.mention),
    present: (answer) => answer,
    isFailure: shown.noneCreated,
  }),
  operationTool({
    name: 'propose_determination',
    title: 'Propose a determination',
    description:
      'Proposes how to judge a feature, with the answers to the questions of list_determination_questions and the current_history_id of each mention that supports it. Counts for nothing until a person accepts it.',
    effect: 'adds',
    operation: determinations.createDeterminationProposal,
    argumentNames: ['id', 'feature_id', 'kind', 'answers', 'reason', 'evidence', 'confidence', 'run_id'],
    output: z.object({ proposal: shown.determinationProposal }),
    present: ({ data }) => ({ proposal: data }),
  }),
  operationTool({
    name: 'undo_run',
    title: 'Undo a run',
    description:
      'Undoes a run: deletes its annotations, its mentions, and its features without mentions from outside the run. Undoing a run is final.',
    effect: 'removes',
    operation: runs.undoRun,
    argumentNames: ['id'],
    output: z.object({ run: shown.run, kept_feature_ids: z.array(z.string()), kept_mention_ids: z.array(z.string()) }),
    present: ({ data, kept_feature_ids, kept_mention_ids }) => ({ run: data, kept_feature_ids, kept_mention_ids }),
  }),
];
