/**
 * What speaks for which category, as data: in a file name, in the text of the first pages, in the shape of the sheets.
 * Weights: 3 alone decides, 2 convinces together with anything else, 1 is a hint. Texts are matched in lower case.
 */
import type { CategoryValue } from '../categories.js';

export interface WordEvidence {
  category: CategoryValue;
  pattern: RegExp;
  weight: number;
}

/** File names, with separators turned to spaces and capitals apart: "SanbornMaps_1905-p2.pdf" is "sanborn maps 1905 p2". */
export const NAME_EVIDENCE: readonly WordEvidence[] = [
  {
    category: 'regulatory_database',
    pattern: /\b(?:radius map|regulatory (?:database|records?)|database report|govt? records|area study)\b/,
    weight: 3,
  },
  { category: 'regulatory_database', pattern: /\b(?:edr|eris|radius)\b/, weight: 1 },
  { category: 'sanborn_maps', pattern: /\b(?:sanborns?|fire insurance)\b/, weight: 3 },
  { category: 'sanborn_maps', pattern: /\b(?:fims?|insurance maps?)\b/, weight: 2 },
  { category: 'topographic_maps', pattern: /\b(?:topos?|topographics?|quadrangles?)\b/, weight: 3 },
  { category: 'topographic_maps', pattern: /\b(?:usgs|quads?|us ?topo)\b/, weight: 2 },
  { category: 'aerial_imagery', pattern: /\b(?:aerials?|orthophotos?|orthoimagery|naip)\b/, weight: 3 },
  { category: 'aerial_imagery', pattern: /\b(?:imagery|air ?photos?|photographs?)\b/, weight: 1 },
  {
    category: 'city_directories',
    pattern: /\b(?:(?:city|street|polks?|cole|haines) director(?:y|ies)|criss cross)\b/,
    weight: 3,
  },
  { category: 'city_directories', pattern: /\b(?:director(?:y|ies)|polks?|cole|haines)\b/, weight: 2 },
  { category: 'deed_documents', pattern: /\b(?:deeds?|warranty deed|quit ?claim)\b/, weight: 3 },
  {
    category: 'phase_1_esa',
    pattern: /\b(?:phase ?(?:1|i|one)|ph ?1)\b/,
    weight: 3,
  },
  { category: 'phase_1_esa', pattern: /\besas?\b/, weight: 1 },
  {
    category: 'phase_2_esi',
    pattern: /\b(?:phase ?(?:2|ii|two)|ph ?2|subsurface|limited site investigation)\b/,
    weight: 3,
  },
  { category: 'phase_2_esi', pattern: /\b(?:esi|borings?|lab (?:results?|report))\b/, weight: 1 },
  {
    category: 'agency_response',
    pattern: /\b(?:foia|foil|opra|records request|agency response|freedom of information)\b/,
    weight: 3,
  },
  { category: 'agency_response', pattern: /\b(?:(?:response|reply) (?:letter|from)|no records)\b/, weight: 2 },
  {
    category: 'remediation_case',
    pattern: /\b(?:remediation|remedial|cleanup|clean up|spill|corrective action|brownfields?)\b/,
    weight: 3,
  },
  { category: 'remediation_case', pattern: /\b(?:lust|case file|release report|rap|rir)\b/, weight: 2 },
  { category: 'closure_letter', pattern: /\b(?:closure|nfa|no further action|case closed)\b/, weight: 3 },
  {
    category: 'title_record',
    pattern: /\b(?:chain of title|title (?:search|report|commitment|record|insurance)|liens?|aul)\b/,
    weight: 3,
  },
  { category: 'title_record', pattern: /\btitle\b/, weight: 1 },
  {
    category: 'site_survey',
    pattern: /\b(?:alta|nsps|land survey|boundary survey|site survey|plat|metes and bounds)\b/,
    weight: 3,
  },
  { category: 'site_survey', pattern: /\b(?:survey|site plan)\b/, weight: 2 },
  { category: 'questionnaire', pattern: /\b(?:questionnaires?|interviews?)\b/, weight: 3 },
  { category: 'user_provided', pattern: /\b(?:user provided|client provided|from client|owner provided)\b/, weight: 3 },
];

export const TEXT_EVIDENCE: readonly WordEvidence[] = [
  {
    category: 'regulatory_database',
    pattern: /radius map™? report|orphan summary|regulatory database report/,
    weight: 3,
  },
  {
    category: 'regulatory_database',
    pattern: /search(?:ed)? (?:radius|distance)|target property summary|government records search/,
    weight: 2,
  },
  {
    category: 'regulatory_database',
    pattern: /\bcerclis\b|\brcra[- ](?:sqg|lqg|cesqg|tsdf)|national priorities list|\bsems\b/,
    weight: 1,
  },
  {
    category: 'sanborn_maps',
    pattern: /certified sanborn|sanborn(?:®|\(r\))? (?:map|perris map|library)|fire insurance maps?/,
    weight: 3,
  },
  { category: 'sanborn_maps', pattern: /\bsanborn\b|insurance maps? of/, weight: 2 },
  {
    category: 'topographic_maps',
    pattern: /historical topo(?:graphic)? map|\b(?:7\.5|15)[- ]minute (?:series|quadrangle)/,
    weight: 3,
  },
  { category: 'topographic_maps', pattern: /contour interval|\bquadrangle\b|topographic map/, weight: 2 },
  {
    category: 'topographic_maps',
    pattern: /north american (?:vertical )?datum|(?:u\.? ?s\.? )?geological survey|1:24,?000/,
    weight: 1,
  },
  {
    category: 'aerial_imagery',
    pattern: /aerial photo(?:s|graphs?)? (?:decade )?(?:package|report|review)|historical aerial/,
    weight: 3,
  },
  {
    category: 'aerial_imagery',
    pattern: /aerial photo(?:s|graph(?:s|y)?)?|orthoimagery|\bnaip\b|flight (?:year|date)/,
    weight: 2,
  },
  {
    category: 'city_directories',
    pattern: /city directory (?:image report|abstract|report)|polk'?s? .{0,40}directory|criss[- ]cross directory/,
    weight: 3,
  },
  { category: 'city_directories', pattern: /city director(?:y|ies)|street directory/, weight: 2 },
  {
    category: 'deed_documents',
    pattern: /warranty deed|quit ?claim deed|deed of trust|this (?:deed|indenture)/,
    weight: 3,
  },
  {
    category: 'deed_documents',
    pattern: /\bgrantors?\b[\s\S]{0,2000}\bgrantees?\b|witnesseth|know all men by these presents/,
    weight: 2,
  },
  { category: 'phase_1_esa', pattern: /phase (?:i|1|one) environmental site assessment/, weight: 3 },
  { category: 'phase_1_esa', pattern: /astm (?:practice )?e ?1527|recognized environmental conditions?/, weight: 1 },
  {
    category: 'phase_2_esi',
    pattern: /phase (?:ii|2|two) (?:environmental )?(?:site )?(?:assessment|investigation)|subsurface investigation/,
    weight: 3,
  },
  { category: 'phase_2_esi', pattern: /soil borings?|monitoring wells?|boring logs?|analytical results/, weight: 1 },
  {
    category: 'agency_response',
    pattern: /(?:in response|pursuant) to your (?:\w+ ){0,4}request|responsive (?:records|documents)/,
    weight: 3,
  },
  {
    category: 'agency_response',
    pattern: /freedom of information (?:act|law)|public records (?:act )?request|records access/,
    weight: 2,
  },
  {
    category: 'remediation_case',
    pattern: /remedial (?:action|investigation) (?:plan|work ?plan|report)|corrective action plan|cleanup plan/,
    weight: 3,
  },
  { category: 'remediation_case', pattern: /spill (?:number|no\.?|report)|remediation|contaminated soil/, weight: 1 },
  {
    category: 'closure_letter',
    pattern:
      /no further (?:remedial )?action|case closure|closure letter|(?:site|case|spill) (?:is|has been|was) closed/,
    weight: 3,
  },
  {
    category: 'title_record',
    pattern: /chain of title|title commitment|commitment for title insurance/,
    weight: 3,
  },
  {
    category: 'title_record',
    pattern: /environmental lien|activity and use limitations?|title insurance|schedule b/,
    weight: 1,
  },
  {
    category: 'site_survey',
    pattern: /alta\s*\/\s*(?:acsm|nsps)|boundary survey|metes and bounds|plat of survey/,
    weight: 3,
  },
  {
    category: 'site_survey',
    pattern: /(?:licensed|registered|professional) land surveyor|point of beginning/,
    weight: 2,
  },
  {
    category: 'questionnaire',
    pattern: /(?:user|owner|occupant|environmental|phase i) questionnaire|interview questions/,
    weight: 3,
  },
  { category: 'questionnaire', pattern: /questionnaire|please answer|are you aware of any/, weight: 2 },
  { category: 'user_provided', pattern: /provided by the user|user[- ]provided information/, weight: 1 },
];

/** What a page looks like. Sides in inches. */
export interface SheetShape {
  short: number;
  long: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
}

export interface ShapeEvidence {
  category: CategoryValue;
  matches: (shape: SheetShape) => boolean;
  weight: number;
  /** Completes "the sheets ...". */
  says: string;
}

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to;

export const SHAPE_EVIDENCE: readonly ShapeEvidence[] = [
  {
    // Sanborn atlases were printed on sheets of 21 by 25 inches throughout
    category: 'sanborn_maps',
    matches: ({ short, long, pictureShare }) => within(short, 20, 22) && within(long, 24, 26) && pictureShare > 0.8,
    weight: 1,
    says: 'are scans of the size of Sanborn sheets (21 x 25 in)',
  },
  {
    // 7.5 minute quadrangles lie between 22 x 27 and 24 x 29 inches; newer ones grow to 23 x 29
    category: 'topographic_maps',
    matches: ({ short, long }) => within(short, 22.01, 24) && within(long, 26.5, 29.5),
    weight: 1,
    says: 'have the size of USGS quadrangles (about 23 x 28 in)',
  },
  {
    // contact prints of survey cameras: 9 x 9 inches
    category: 'aerial_imagery',
    matches: ({ short, long, pictureShare }) => within(short, 8.8, 9.8) && within(long, 8.8, 9.8) && pictureShare > 0.8,
    weight: 1,
    says: 'are square pictures of the size of aerial contact prints (9 x 9 in)',
  },
];
