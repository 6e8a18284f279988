import { z } from 'zod';
import { appOperation } from '../operation.js';
import { givenMoment, id, one, paging, seen, success, text } from '../schemas/common.js';
import { annotation, annotationType, coordinates, feature, landUse, mention } from '../schemas/evidence.js';
import { plainList } from './common.js';

const ofAnnotation = { audit: { subject: 'annotation' }, params: z.strictObject({ id: id('Annotation') }) };
const ofProject = { audit: { subject: 'project' }, params: z.strictObject({ id: id('Project') }) };

export const getAnnotation = appOperation({
  id: 'getAnnotationById',
  method: 'get',
  path: '/annotations/{id}',
  summary: 'An annotation',
  ...ofAnnotation,
  answer: one(annotation),
});

export const restoreAnnotation = appOperation({
  id: 'restoreAnnotation',
  method: 'post',
  path: '/annotations/{id}/restore',
  summary: 'Restore a deleted annotation',
  ...ofAnnotation,
  answer: one(annotation),
});

const reviewed = z
  .strictObject({ annotation, copy: annotation.nullable() })
  .meta({ id: 'ReviewedFinding', description: 'The decided annotation, and the person’s copy if accepted.' });

export const reviewFinding = appOperation({
  id: 'reviewFinding',
  method: 'post',
  path: '/annotations/{id}/review',
  summary: 'Accept or reject a proposal, or undo the decision',
  ...ofAnnotation,
  body: z.strictObject({
    action: text,
    reason: text,
    reason_code: text.meta({ description: 'Of a rejection, beside the reason in words.' }),
    shown_at: givenMoment('shown_at')
      .nullish()
      .meta({ description: 'When the review first showed the proposal to you.' }),
    copy_id: z.uuid().nullish().meta({ description: 'Your id for the copy: a retry creates no second one.' }),
    annotation_type: annotationType.nullish(),
    coordinates: coordinates.nullish(),
    content: text,
  }),
  answer: one(reviewed),
});

export const showProposal = appOperation({
  id: 'showProposal',
  method: 'put',
  path: '/annotations/{id}/shown',
  summary: 'Show a proposal although a rule hides it, or end that',
  ...ofAnnotation,
  body: z.strictObject({ shown: z.boolean({ error: 'shown must be true or false' }) }),
  answer: one(annotation),
});

export const associateAnnotation = appOperation({
  id: 'associateAnnotation',
  method: 'put',
  path: '/annotations/{id}/association',
  summary: 'Associate an annotation with a feature in one step',
  ...ofAnnotation,
  body: z.strictObject({
    mention_id: z.uuid({ error: 'mention_id must be a UUID' }),
    feature_id: z
      .uuid({ error: 'feature_id must be a UUID' })
      .nullish()
      .meta({ description: 'Absent: creates a feature with `feature.id`.' }),
    feature: z
      .strictObject({
        id: z.uuid({ error: 'feature.id must be a UUID' }).nullish(),
        name: text,
        land_use: z.array(z.string()).nullish(),
        coordinate: text,
        relation: text,
        direction: text,
        distance_ft: z.number({ error: 'distance_ft must be a number of feet' }).nullish(),
      })
      .nullish()
      .meta({ description: 'Absent: leaves the existing feature unchanged.' }),
    narrative: text,
    confidence: z.number({ error: 'confidence must be a number from 0 to 10' }).nullish(),
    use_type: text,
    updated_at: seen,
  }),
  answer: one(z.strictObject({ feature, mention })),
});

export const listProjectAnnotations = appOperation({
  id: 'listProjectAnnotations',
  method: 'get',
  path: '/projects/{id}/annotations',
  summary: 'Annotations of a project',
  ...ofProject,
  query: z.strictObject(paging),
  answer: plainList(annotation),
});

const labelCount = z.strictObject({ content: z.string(), count: z.int() }).meta({ id: 'LabelCount' });

export const listProjectLabels = appOperation({
  id: 'listProjectLabels',
  method: 'get',
  path: '/projects/{id}/labels',
  summary: 'Labels of annotations in a project, and how often each is used',
  ...ofProject,
  query: z.strictObject(paging),
  answer: plainList(labelCount),
});

export const listUnassociatedMentions = appOperation({
  id: 'listUnassociatedMentions',
  method: 'get',
  path: '/projects/{id}/unassociated-mentions',
  summary: 'Mentions of a project without a feature',
  ...ofProject,
  query: z.strictObject(paging),
  answer: plainList(mention),
});

export const mergeFeatures = appOperation({
  id: 'mergeFeatures',
  method: 'post',
  path: '/features/{id}/merge',
  summary: 'Merge features into one',
  audit: { subject: 'feature' },
  params: z.strictObject({ id: id('Feature') }),
  body: z.strictObject({
    merge_id: z.uuid().nullish(),
    merged_ids: z.array(z.string(), { error: 'merged_ids is required' }),
  }),
  answer: z.strictObject({ data: feature, merge_id: z.string() }),
});

const undoneMerge = z
  .strictObject({
    feature,
    restored: z.array(feature),
    staying_mentions: z
      .int()
      .meta({ description: 'Mentions changed since the merge: they stay with the kept feature.' }),
  })
  .meta({ id: 'UndoneMerge' });

export const undoMerge = appOperation({
  id: 'undoMerge',
  method: 'post',
  path: '/feature-merges/{id}/undo',
  summary: 'Undo a merge',
  audit: { subject: 'merge' },
  params: z.strictObject({ id: id('Merge') }),
  answer: one(undoneMerge),
});

export const rejectHistory = appOperation({
  id: 'rejectHistory',
  method: 'post',
  path: '/mention-history/{id}/reject',
  summary: 'Reject a history record of a mention',
  audit: { subject: 'change' },
  params: z.strictObject({ id: id('History record') }),
  body: z.strictObject({ reason: text }),
  answer: success,
});

export const suggestLandUses = appOperation({
  id: 'suggestLandUses',
  method: 'get',
  path: '/land-uses',
  summary: 'Land uses, or those that a text suggests',
  audit: { subject: 'land-use', records: 'nothing' },
  query: z.strictObject({ suggested_by: z.string().optional(), ...paging }),
  answer: plainList(landUse),
});
