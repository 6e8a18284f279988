import { REJECTION_CODES, SCORECARD_GROUPINGS } from '@symbio/proto/annotation/vocabulary';
import { z } from 'zod';
import { word } from './common.js';

const number = (description: string) => z.int().meta({ description });

export const share = z
  .strictObject({
    count: z.int(),
    of: z.int(),
    share: z.number().nullable().meta({ description: '0 to 1; null below 30.' }),
    low: z.number().nullable().meta({ description: 'Lower end of the 95 % interval (Wilson).' }),
    high: z.number().nullable().meta({ description: 'Upper end of the 95 % interval (Wilson).' }),
    note: z.string().nullable().meta({ description: 'Why there is no share, as a sentence.' }),
  })
  .meta({ id: 'Share', description: '`count` of `of`. Below 30 there are too few for a share.' });

export const timed = z
  .strictObject({
    count: z.int(),
    seconds: z.number().nullable().meta({ description: 'Null below 30.' }),
    note: z.string().nullable().meta({ description: 'Why there are no seconds, as a sentence.' }),
  })
  .meta({ id: 'TimedSeconds', description: 'Seconds, from `count` measurements.' });

export const scorecardRow = z
  .strictObject({
    author_id: z.string(),
    agent_name: z.string(),
    agent_version: z.string().nullable(),
    group: z.string().nullable().meta({
      description: 'Of `group_by`: a land use, the first year of a decade, or a sheet kind; null if unknown.',
    }),
    proposed: number('Proposals that were not deleted.'),
    decided: number('Accepted or rejected now.'),
    accepted: share.meta({ description: 'Of the decided ones.' }),
    rejected: share.meta({ description: 'Of the decided ones.' }),
    corrected: share.meta({ description: 'Accepted with another outline, label or land use, of the accepted ones.' }),
    standing: share.meta({
      description: 'Whose annotation was not deleted and whose mention was not rejected since, of the accepted ones.',
    }),
    blind_recall: share.nullable().meta({
      description:
        'Of the marks that people drew on blind sheets before proposals were shown, those that a proposal of the agent overlaps: the centre of one is inside the other. Sheets of documents in which the agent had proposed something. Null by land use.',
    }),
    undone: share.meta({ description: 'With an undone decision, of those that were ever decided.' }),
    rejections: z.array(
      share.safeExtend({ code: word(REJECTION_CODES).nullable().meta({ description: 'Null if none was given.' }) }),
    ),
    calibration: z
      .array(share.safeExtend({ from: z.int(), to: z.int(), mean_confidence: z.number() }))
      .meta({ description: 'Accepted of the decided ones, by confidence (0 to 10).' }),
    calibration_error: z.number().nullable().meta({
      description:
        'Mean distance of the accepted share from the confidence (a tenth of it), weighted by decisions; null below 30.',
    }),
    decision_time: timed.meta({ description: 'Median, from the first view in the review to the decision.' }),
    time_saved: timed.meta({
      description: 'Accepted proposals times the difference between `own_mark_time` and `decision_time`.',
    }),
  })
  .meta({ id: 'ScorecardRow', description: 'Decisions about the proposals of one version of an agent.' });

export const scorecard = z
  .strictObject({
    rows: z.array(scorecardRow),
    group_by: word(SCORECARD_GROUPINGS).nullable(),
    own_mark_time: timed.meta({
      description: 'Median time between two marks that one person draws on one sheet, at most 10 minutes apart.',
    }),
  })
  .meta({ id: 'Scorecard' });
