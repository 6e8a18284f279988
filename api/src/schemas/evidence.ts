import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import { MAX_POLYGON_POINTS, MIN_POLYGON_POINTS } from '@symbio/proto/limits';
import { REJECTION_CODES, REVIEW_VERDICTS, RUN_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { DIRECTIONS, HISTORY_STATUSES, RELATIONS, USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { z } from 'zod';
import { moment, pictureSize, word } from './common.js';
import { placeOfOutline } from './georeferences.js';
import { appliedRule, ruleException } from './review-rules.js';

const metadata = z.record(z.string(), z.unknown());

export const author = z
  .strictObject({
    id: z.string(),
    author_type: word(AUTHOR_TYPES),
    user_id: z.string().nullable().meta({ description: 'The person; null for an agent.' }),
    agent_name: z.string().nullable(),
    agent_version: z.string().nullable(),
    agent_date: z.string().nullable().meta({ description: 'Date of the agent’s version, YYYY-MM-DD.' }),
    display_name: z.string().meta({ description: 'The person’s name, or the agent’s name and version.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    metadata: metadata.nullable().meta({ description: 'Your own data about the agent.' }),
  })
  .meta({ id: 'Author', description: 'Author of an annotation, a feature or a mention.' });

const inPixels = (description: string) => `${description}, in pixels of the full-resolution image.`;
const place = (description: string) => z.number().meta({ description: inPixels(description) });
const extent = (description: string) =>
  z
    .number()
    .positive('an extent must be greater than 0')
    .meta({ description: inPixels(description) });

export const ellipse = z
  .strictObject({
    centerX: place('Centre from the left'),
    centerY: place('Centre from the top'),
    radiusX: extent('Half its width before rotation'),
    radiusY: extent('Half its height before rotation'),
    theta: z.number().optional().meta({ description: 'Clockwise rotation in radians; 0 by default.' }),
  })
  .meta({ id: 'Ellipse' });

export const rectangle = z
  .strictObject({
    x: place('Left edge'),
    y: place('Top edge'),
    width: extent('Width'),
    height: extent('Height'),
  })
  .meta({ id: 'Rectangle' });

export const polygon = z
  .strictObject({
    points: z
      .array(
        z.strictObject({ x: place('From the left'), y: place('From the top') }).meta({ id: 'Point' }),
        'points must be a list of {x, y}',
      )
      .min(MIN_POLYGON_POINTS, `points must hold at least ${MIN_POLYGON_POINTS} points`)
      .max(MAX_POLYGON_POINTS, `points must hold at most ${MAX_POLYGON_POINTS} points`)
      .meta({ description: 'Corners; the last connects to the first. Edges must not cross.' }),
  })
  .meta({ id: 'Polygon' });

const FORMS =
  'coordinates must be {centerX, centerY, radiusX, radiusY, theta}, {x, y, width, height} or {points: [{x, y}]}';

export const coordinates = z.union([ellipse, rectangle, polygon], {
  error: ({ input }) => cornersFault(input) ?? FORMS,
});

/** Right form with a wrong number of corners. */
function cornersFault(input: unknown): string | undefined {
  const { points } = (input ?? {}) as { points?: unknown };
  if (!Array.isArray(points)) return undefined;
  if (points.length > MAX_POLYGON_POINTS) return `A polygon must have at most ${MAX_POLYGON_POINTS} points`;
  if (points.length < MIN_POLYGON_POINTS) return `A polygon must have at least ${MIN_POLYGON_POINTS} points`;
  return undefined;
}

export const annotationType = z.enum(['ellipse', 'rectangle', 'polygon'], {
  error: 'annotation_type must be rectangle, ellipse or polygon',
});

export const decision = z
  .strictObject({
    verdict: word(REVIEW_VERDICTS),
    reason: z.string(),
    copy_id: z.string().meta({ description: 'Id of the person’s copy; empty unless accepted.' }),
    author_id: z.string(),
    author_name: z.string(),
    decided_at: moment.nullable(),
    reason_code: word(REJECTION_CODES).nullable().meta({ description: 'Of a rejection, if one was given.' }),
    shown_at: moment.nullable().meta({
      description: 'When the review first showed the proposal to the person who decided.',
    }),
  })
  .meta({ id: 'Decision', description: 'A review decision about an agent’s annotation.' });

const restoration = z
  .strictObject({
    deleted_by_id: z.string(),
    deleted_by_name: z.string(),
    deleted_at: moment.nullable(),
    restored_by_id: z.string(),
    restored_by_name: z.string(),
    restored_at: moment.nullable(),
  })
  .meta({ id: 'Restoration' });

const runId = z.string().nullable().meta({ description: 'Its run, if any.' });

const via = z.literal('key').nullable().meta({
  description: '`key` if an API key wrote the current content in the name of a person; else null, also for agents.',
});

export const annotation = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    document_id: z.string(),
    document_page_id: z.string(),
    content: z.string().meta({ description: 'The label.' }),
    author_id: z.string(),
    author_type: word(AUTHOR_TYPES),
    author_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    derived_from: z
      .string()
      .nullable()
      .meta({ description: 'The agent’s annotation that this one was accepted from.' }),
    decisions: z.array(decision).meta({ description: 'Oldest first; the last one is current.' }),
    picture_moves: z
      .array(
        z.strictObject({
          at: moment.nullable(),
          from: pictureSize,
          to: pictureSize,
          coordinates: coordinates.nullable().meta({ description: 'Before, in pixels of the previous image.' }),
        }),
      )
      .optional()
      .meta({ description: 'Moves with an image of another size or shape, oldest first; the latest 20.' }),
    rule: appliedRule.optional().meta({ description: 'Of an undecided proposal; absent without one.' }),
    rule_exceptions: z
      .array(ruleException)
      .optional()
      .meta({ description: 'Oldest first, the latest 20; the last one counts. Absent without any.' }),
    held_back: z.literal(true).optional().meta({
      description:
        'Proposal on a blind sheet, hidden until a person has marked the sheet. Only in responses to its creation and change.',
    }),
    restorations: z.array(restoration).meta({ description: 'Undone deletions, oldest first; the latest 20.' }),
    run_id: runId,
    via,
    annotation_type: annotationType,
    coordinates: coordinates.nullable(),
    place: placeOfOutline.nullable().optional().meta({ description: 'With `include=place`.' }),
  })
  .meta({ id: 'Annotation', description: 'A mark on a page.' });

export const feature = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    land_use: z.array(z.string()).meta({ description: 'Values of the land-use list.' }),
    author_id: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    run_id: runId,
    via,
    coordinate: z
      .string()
      .nullable()
      .meta({
        description: '`(longitude,latitude)`, WGS 84; null if not located.',
        examples: ['(-73.94,40.72)'],
      }),
    distance_m: z.number().optional().meta({ description: 'Distance in metres from `near`.' }),
    relation: word(RELATIONS)
      .optional()
      .meta({ description: 'Where it is, seen from the property; absent until stated.' }),
    direction: word(DIRECTIONS).optional().meta({ description: 'Compass octant from the property.' }),
    distance_ft: z.number().optional().meta({ description: 'Feet from the nearest edge of the property.' }),
  })
  .meta({ id: 'Feature', description: 'A site that is an environmental risk for a property.' });

const confidence = z.number().meta({ description: 'From 0 to 10.' });

export const history = z
  .strictObject({
    id: z.string(),
    mention_id: z.string(),
    project_id: z.string(),
    feature_of_interest_id: z.string().nullable(),
    source_annotation_id: z.string(),
    author_id: z.string(),
    narrative: z.string(),
    confidence,
    use_type: word(USE_TYPES),
    status: word(HISTORY_STATUSES),
    created_at: moment.nullable(),
    run_id: runId,
    via,
    author: author.optional().meta({ description: 'With `include=author`.' }),
  })
  .meta({ id: 'MentionHistory', description: 'One version of a mention.' });

export const mention = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    feature_of_interest_id: z.string().nullable().meta({ description: 'Null if it has no feature.' }),
    source_annotation_id: z.string().meta({
      description: 'Empty once the annotation is deleted, and if `source_record` is given.',
    }),
    source_record: z
      .strictObject({
        hit_id: z.string(),
        list: z.string(),
        record_id: z.string(),
        data_set_name: z.string(),
        agency_date: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'The agency record that it is from; absent if its source is an annotation.' }),
    author_id: z.string(),
    narrative: z.string().meta({ description: 'The latest narrative, even if superseded.' }),
    current_history_id: z
      .string()
      .nullable()
      .meta({ description: 'Null, like the other current fields, if no record is active.' }),
    current_narrative: z.string().nullable(),
    current_confidence: z.number().nullable().meta({ description: 'From 0 to 10.' }),
    current_use_type: word(USE_TYPES).nullable(),
    current_author_id: z.string().nullable(),
    history_count: z.int(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    run_id: runId,
    via,
    suggested_land_use: z.string().nullable(),
    current_history: history.optional().meta({ description: 'With `include=current_history`.' }),
  })
  .meta({ id: 'Mention', description: 'One piece of evidence for a feature in a source.' });

export const run = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    author_id: z.string(),
    author_type: word(AUTHOR_TYPES),
    author_name: z.string(),
    name: z.string(),
    metadata: metadata.nullable(),
    status: word(RUN_STATUSES),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    finished_at: moment.nullable(),
    undone_at: moment.nullable(),
    undone_by_id: z.string().nullable(),
    undone_by_name: z.string().nullable(),
    annotation_count: z.int(),
    feature_count: z.int().optional().meta({ description: 'Only for a single run.' }),
    mention_count: z.int().optional().meta({ description: 'Only for a single run.' }),
  })
  .meta({ id: 'Run', description: 'The group of proposals that an agent makes in one go.' });

export const runWrite = z
  .strictObject({
    kind: word(['annotation', 'feature', 'mention', 'history_record']),
    id: z.string(),
    label: z.string().meta({ description: 'Label, name or narrative.' }),
    created_at: moment.nullable(),
    mention_id: z
      .string()
      .nullable()
      .meta({ description: 'The mention, for a record in a mention from outside the run.' }),
  })
  .meta({ id: 'RunWrite' });

export const landUse = z
  .strictObject({
    value: z.string(),
    label: z.string(),
    typical_contaminants: z.string(),
    frequency_note: z.string(),
  })
  .meta({ id: 'LandUse' });

export type AuthorJson = z.output<typeof author>;
export type AnnotationJson = z.output<typeof annotation>;
export type FeatureJson = z.output<typeof feature>;
export type MentionJson = z.output<typeof mention>;
export type HistoryJson = z.output<typeof history>;
export type RunJson = z.output<typeof run>;
export type RunWriteJson = z.output<typeof runWrite>;
export type LandUseJson = z.output<typeof landUse>;
