import type { DocumentCategory, PageKind } from '@symbio/proto/document/vocabulary';
import type { DocumentKind } from './model.js';

interface KindRule {
  kind: DocumentCategory;
  /** In the large type of a cover. */
  title: RegExp;
  /** Anywhere on a page. */
  page?: RegExp;
  sheet?: PageKind;
}

/** Words of vendors and agencies, lower case. */
export const KIND_RULES: readonly KindRule[] = [
  {
    kind: 'regulatory_database',
    title: /radius|database report|environmental database/,
    page: /map findings|executive summary|physical setting|overview map|detail map|\b(?:lust|ust|rcra|sems|corracts|erns|finds)\b/g,
  },
  {
    kind: 'sanborn_maps',
    title: /fire insurance map|sanborn/,
    page: /certified (?:map|results)|\bvol(?:ume|\.)? \d+,? +sheet|unmapped property|fire insurance/g,
    sheet: 'sanborn_map',
  },
  {
    kind: 'aerial_imagery',
    title: /aerial|orthophoto/,
    page: /1 inch = \d+|1" ?= ?\d+|\bflown\b|\busda\b|aerial photo/g,
    sheet: 'aerial_photo',
  },
  {
    kind: 'topographic_maps',
    title: /topographic|\btopo\b/,
    page: /7\.5-minute|15-minute|1:24,?000|1:62,?500|quadrangle/g,
    sheet: 'topographic_map',
  },
  {
    kind: 'city_directories',
    title: /city director(?:y|ies)/,
    page: /source: .{0,40}director|\bst +(?:18|19|20)\d\d\b|cross street/g,
  },
  {
    kind: 'title_record',
    title: /environmental lien|\baul\b|chain of title|title (?:search|report|commitment)/,
    page: /chain of title|\bgrant(?:or|ee)\b|use limitation|environmental lien/g,
  },
  {
    kind: 'deed_documents',
    title: /\b(?:warranty|quitclaim|grant) deed\b/,
    page: /\bwitnesseth\b|convey and warrant/g,
  },
  {
    kind: 'agency_response',
    title: /building (?:permit|department)|records request|freedom of information/,
    page: /\bpermit \d|demolition|building department|records request/g,
  },
  {
    kind: 'phase_1_esa',
    title: /phase i\b.*assessment/,
    page: /recognized environmental|reconnaissance|historical use|data gaps|findings and opinions|site description/g,
  },
  {
    kind: 'phase_2_esi',
    title: /phase ii\b|subsurface investigation/,
    page: /soil boring|boring log|monitoring well|laboratory report|chain of custody/g,
  },
  {
    kind: 'remediation_case',
    title: /remedial action|corrective action plan/,
    page: /remedial action|corrective action/g,
  },
  {
    kind: 'closure_letter',
    title: /case closure|no further action (?:letter|required|determination)|closure letter/,
    page: /case closure|no further action (?:letter|required|determination)/g,
  },
  { kind: 'site_survey', title: /alta|land survey|\bplat of\b/, page: /land title survey|metes and bounds|surveyor/g },
  { kind: 'questionnaire', title: /questionnaire/, page: /questionnaire|do you know of any/g },
];

/** States of the search, in this order. */
export const KINDS: readonly DocumentKind[] = [...KIND_RULES.map(({ kind }) => kind), 'other', 'unknown'];

/** Titles of papers that accompany a package. */
export const GENERAL_TITLE = /package summary|transmittal|table of contents|enclos/;
/** Titles of documents of any kind. */
export const ANY_TITLE = /report|search|package|assessment|summary|survey|letter|abstract/;
