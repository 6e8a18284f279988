/** Limits shared by services and the public API. Lengths are in code points unless noted. */

/** Default and maximum page size for external callers (CONST-05, api/openapi.json). */
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
/** Maximum rows of an answer, used by the gateway for unpaged requests (api/openapi.json). */
export const MAX_ROWS = 1_000;

/** Overlap in seconds when polling for changes: 30 s answer, 30 s write, 30 s clock skew, 30 s margin. */
export const FOLLOWED_AGAIN_SECONDS = 120;
/** Maximum batch of annotations or mentions (API-16). */
export const MAX_BATCH = 500;
export const MAX_ISSUE_BATCH = 100;
/** Maximum documents per bulk change (decision 0096). */
export const MAX_DOCUMENT_BATCH = 500;
/** Maximum documents that one PDF is split into (decision 0135). */
export const MAX_SPLIT_DOCUMENTS = 500;
export const MAX_SEARCH = 200;
/** Projects, and pages of each, in a search of all projects. */
export const SEARCHED_PROJECTS = { shown: 10, most: 50 };
export const SEARCHED_PAGES = { shown: 3, most: 10 };
/** Of one picture of the IIIF image service, in pixels. */
export const IMAGE_LIMITS = { width: 4_096, height: 4_096, area: 12_000_000 };
/** Maximum pages whose places one call returns. */
export const MAX_LOCATED = 2_000;

/** Days a deleted project, document, annotation, photograph or issue can be restored (decision 0088). */
export const RESTORABLE_DAYS = 30;
/** Years after its issue that a report is kept, whatever happens to its project (SET-09, CONST-15, decision 0167). */
export const RETENTION_YEARS = 7;

/** Minimum retention in days, if limited. */
export const MIN_AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 36_500;

/** Maximum label length; it is shown next to the annotation. */
export const MAX_CONTENT = 500;
export const MIN_POLYGON_POINTS = 3;
export const MAX_POLYGON_POINTS = 200;
export const MAX_REASON = 500;
export const MAX_LABELS_OFFERED = 50;
/** Largest blind sample of a project's sheets. */
export const MAX_BLIND_PERCENT = 50;
export const MAX_RUN_NAME = 200;

/** Maximum point pairs of an alignment: more do not help, and these fit into a URL. */
export const MAX_ALIGNMENT_PAIRS = 20;

/** Per document, and per version of a report. */
export const MAX_SHARE_LINKS = 10;
export const MAX_SHARE_LINK_NAME = 200;
/** Of a georeference. */
export const MAX_CONTROL_POINTS = 50;
export const MAX_POINT_NAME = 200;
export const MAX_MASK_CORNERS = 200;
export const MAX_REGIONS = 20;
/** Characters. */
export const MAX_POINT_FILE = 500_000;

/** Of a project: bytes of a street file, and files. */
export const MAX_STREET_FILE_BYTES = 20 * 1_024 * 1_024;
export const MAX_STREET_FILES = 10;

/** Maximum feet per page pixel: a map of a whole state has less. */
export const MAX_FEET_PER_PIXEL = 1_000;
export const MAX_KIND_EDITS = 2_000;

/** Of a property's boundary. */
export const BOUNDARY_LIMITS = { corners: 2_000, parts: 20, acres: 10_000 } as const;
export const MAX_BOUNDARY_FILE_BYTES = 10 * 1_024 * 1_024;
export const MAX_SITE_LABEL = 300;
/** Characters of the note on a date of an assessment. */
export const MAX_DATE_NOTE = 500;
/** Of a project: stated decades of sources, and gaps. */
export const MAX_COVERAGE_OVERRIDES = 500;
export const MAX_COVERAGE_NOTE = 500;
export const MAX_GAPS = 100;
export const MAX_GAP_TEXT = 2_000;
/** Of a project. */
export const MAX_INTERVIEWS = 100;
export const MAX_INTERVIEW_PERSON = 200;
export const MAX_INTERVIEW_TEXT = 10_000;
export const MAX_LIEN_SEARCHES = 50;
export const MAX_LIEN_SEARCHER = 200;
export const MAX_LIEN_SEARCH_TEXT = 4_000;
export const MAX_QUESTIONNAIRE_LINKS = 20;
/** Between today and the last day of a link. */
export const MAX_QUESTIONNAIRE_DAYS = 30;
/** Sets of answers of the user of the report. */
export const MAX_USER_ANSWERS = 100;
export const MAX_USER_ANSWER_TEXT = 2_000;
export const MAX_USER_NAME = 200;
/** Of a vendor's radius report. */
export const MAX_RADIUS_REPORT_PAGES = 2_000;
export const MAX_SEARCH_RADII = 40;
export const MAX_RADIUS_NAME = 100;
/** Miles from a boundary. */
export const MAX_SEARCH_MILES = 10;

export const MAX_FEATURE_NAME = 200;
export const MAX_NARRATIVE = 5_000;
/** Characters of a determination's reason, and of the note on one answer. */
export const MAX_DETERMINATION_REASON = 4_000;
export const MAX_ANSWER_NOTE = 1_000;
/** Mention history records that a determination cites. */
export const MAX_EVIDENCE = 100;
/** Maximum radius of a nearby query, metres: the neighbourhood of one property. */
export const MAX_RADIUS_M = 50_000;
/** Of a feature from the property. */
export const MAX_DISTANCE_FT = 264_000;

export const MAX_AGENT_NAME = 200;
export const MAX_AGENT_VERSION = 100;

export const MAX_ISSUE_TITLE = 200;
export const MAX_ISSUE_DESCRIPTION = 20_000;
/** In grapheme clusters: an emoji is one (ISSUE-40, CONST-21). */
export const MAX_COMMENT = 5_000;
export const MAX_ISSUE_LABEL = 40;
/** Maximum context entries of an issue, and length of a value. */
export const MAX_ISSUE_CONTEXT = 30;
export const MAX_CONTEXT_VALUE = 4_000;

/** Upload limit of a photograph in bytes: twice the largest phone picture. */
export const MAX_PHOTOGRAPH_BYTES = 40 * 1_024 * 1_024;
/** Maximum pixels of a photograph; lower for HEIC, which is decoded in memory. */
export const MAX_PHOTOGRAPH_PIXELS = 120_000_000;
export const MAX_HEIC_PIXELS = 50_000_000;
export const MAX_VISIT_PHOTOGRAPHS = 200;
export const MAX_CAPTION = 500;
/** Of a checklist entry. */
export const MAX_CHECKLIST_NOTE = 1_000;

/** Characters of a section of a report, and of the reason of a withdrawal or requested change. */
export const MAX_SECTION_TEXT = 50_000;
export const MAX_VERSION_REASON = 2_000;
/** Of a firm's Word template. */
export const MAX_REPORT_TEMPLATE_BYTES = 5 * 1_024 * 1_024;
/** Days for which a report is shared at most. */
export const MAX_REPORT_SHARE_DAYS = 365;
/** Characters of a licence of an environmental professional, and of its state. */
export const MAX_LICENCE = 100;
