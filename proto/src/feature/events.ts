import {
  DeterminationEvent,
  DeterminationProposalEvent,
  EvidenceAssignmentEvent,
  EvidenceCommentEvent,
  FeatureEvent,
  MentionEvent,
} from '../../gen/symbio/feature/v1/feature_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Feature events with the complete state. Scope: project. */
export const featureEvents = catalogueEvents('feature', 'feature', FeatureEvent);

/** Mention events with the complete state. Scope: project. */
export const mentionEvents = catalogueEvents('feature', 'mention', MentionEvent);

/** Comments on evidence. Scope: project. */
export const evidenceCommentEvents = catalogueEvents('feature', 'evidence_comment', EvidenceCommentEvent);

/** Assignments of evidence to people. Scope: project. */
export const assignmentEvents = catalogueEvents('feature', 'assignment', EvidenceAssignmentEvent);

/** Determinations of features. Scope: project. */
export const determinationEvents = catalogueEvents('feature', 'determination', DeterminationEvent);

/** Proposed determinations. Scope: project. */
export const determinationProposalEvents = catalogueEvents(
  'feature',
  'determination_proposal',
  DeterminationProposalEvent,
);
