/**
 * How much of something there may be, said once for the services, which hold it, and for the public API, which declares it.
 * Lengths are in characters as people count code points, unless they say otherwise.
 */

// ---- lists and batches ----
/** Default and largest size of a list's page that callers from outside may ask for (CONST-05, api/openapi.json). */
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
/** Rows that one answer holds at most: what the gateway asks for when its caller names no page (api/openapi.json). */
export const MAX_ROWS = 1_000;

/**
 * Seconds before an answer that whoever follows a list has to ask for again: a change carries the moment at which its write began,
 * by the clock of one of several processes, and is seen when that has ended. 30 seconds that the answer itself may take, 30 that
 * a write may, 30 by which two clocks may differ, and as much again.
 */
export const FOLLOWED_AGAIN_SECONDS = 120;
/** Items of one batch of annotations or mentions, at most (API-16). */
export const MAX_BATCH = 500;
/** Issues of one change of several, at most. */
export const MAX_ISSUE_BATCH = 100;
/** Documents of one change of several, at most (decision 0096). */
export const MAX_DOCUMENT_BATCH = 500;
/** Length of the words of a search, at most. */
export const MAX_SEARCH = 200;

// ---- deletions ----
/** Days for which a deletion can be taken back: of a project, a document, an annotation, a photograph, an issue (decision 0088). */
export const RESTORABLE_DAYS = 30;

// ---- audit trail ----
/** Days for which entries are kept, where they are not kept for ever. */
export const MIN_AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 36_500;

// ---- annotations and runs ----
/** Length of an annotation's label, at most: it is drawn beside the annotation. */
export const MAX_CONTENT = 500;
/** Corners of a polygon. */
export const MIN_POLYGON_POINTS = 3;
export const MAX_POLYGON_POINTS = 200;
/** Length of the reason of a decision, at most. */
export const MAX_REASON = 500;
/** Labels of a project that are offered for the next annotation, at most. */
export const MAX_LABELS_OFFERED = 50;
export const MAX_RUN_NAME = 200;

// ---- alignments ----
/** Pairs of places of an alignment, at most: far more than help, and well within what an address may be long. */
export const MAX_ALIGNMENT_PAIRS = 20;

// ---- pages ----
/** Feet of ground a pixel of a page may be, at most: a map of a whole state has less. */
export const MAX_FEET_PER_PIXEL = 1_000;
/** Pages of a document whose kind one call corrects, at most. */
export const MAX_KIND_EDITS = 2_000;

// ---- features and mentions ----
export const MAX_FEATURE_NAME = 200;
export const MAX_NARRATIVE = 5_000;
/** Metres a nearby question may reach, at most: it is about the neighbourhood of one property. */
export const MAX_RADIUS_M = 50_000;

// ---- authors ----
export const MAX_AGENT_NAME = 200;
export const MAX_AGENT_VERSION = 100;

// ---- issues ----
export const MAX_ISSUE_TITLE = 200;
export const MAX_ISSUE_DESCRIPTION = 20_000;
/** In characters as people see them: an emoji is one (ISSUE-40, CONST-21). */
export const MAX_COMMENT = 5_000;
export const MAX_ISSUE_LABEL = 40;
/** Things attached to an issue, and length of the value of one, at most. */
export const MAX_ISSUE_CONTEXT = 30;
export const MAX_CONTEXT_VALUE = 4_000;

// ---- photographs of site visits ----
/** Bytes of one photograph as it is sent: a phone's largest are half of it. */
export const MAX_PHOTOGRAPH_BYTES = 40 * 1_024 * 1_024;
/** Pixels of one photograph as it is sent; of one in HEIC, which is held in memory as a whole. */
export const MAX_PHOTOGRAPH_PIXELS = 120_000_000;
export const MAX_HEIC_PIXELS = 50_000_000;
/** Photographs of one site visit, at most. */
export const MAX_VISIT_PHOTOGRAPHS = 200;
/** Length of a photograph's caption, at most. */
export const MAX_CAPTION = 500;
