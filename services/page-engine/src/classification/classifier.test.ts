import { CATEGORIES, type CategoryValue } from './categories.js';
import { classify, SURE, wordsOfName, type SeenPage } from './classifier.js';
import { NAME_EVIDENCE, TEXT_EVIDENCE } from './evidence.js';
import type { AppearanceKind } from './appearance.js';

const LETTER = { short: 8.5, long: 11, pictureShare: 0 };
const page = (text: string, shape: Partial<SeenPage> = {}): SeenPage => ({ ...LETTER, text, ...shape });
const sheet = (short: number, long: number): SeenPage => ({ short, long, pictureShare: 1, text: '' });

/** Typical office names, which suggest a category; a person or the content decides. */
const NAMES: readonly [string, CategoryValue][] = [
  ['EDR_Radius_Map_Report_with_GeoCheck.pdf', 'regulatory_database'],
  ['7654321.2s - Regulatory Database Report.pdf', 'regulatory_database'],
  ['Sanborn_1905_Brooklyn.pdf', 'sanborn_maps'],
  ['SanbornMaps-12MainSt.PDF', 'sanborn_maps'],
  ['Certified Sanborn Map Report.pdf', 'sanborn_maps'],
  ['fire insurance map vol 3.pdf', 'sanborn_maps'],
  ['Historical Topo Maps 12 Main St.pdf', 'topographic_maps'],
  ['NY_Brooklyn_1897_62500_quadrangle.pdf', 'topographic_maps'],
  ['EDR Aerial Photo Decade Package.pdf', 'aerial_imagery'],
  ['naip-2019.pdf', 'aerial_imagery'],
  ['City Directory Abstract.pdf', 'city_directories'],
  ['Polk Directory 1962.pdf', 'city_directories'],
  ['Warranty Deed 1974.pdf', 'deed_documents'],
  ['Phase I ESA - 12 Main Street.pdf', 'phase_1_esa'],
  ['Phase1_ESA_2014_final.pdf', 'phase_1_esa'],
  ['Phase II Subsurface Investigation.pdf', 'phase_2_esi'],
  ['PhaseII ESI lab results.pdf', 'phase_2_esi'],
  ['FOIA response DEC.pdf', 'agency_response'],
  ['OPRA-request-answer.pdf', 'agency_response'],
  ['Remedial Action Plan.pdf', 'remediation_case'],
  ['Spill 9904321 case file.pdf', 'remediation_case'],
  ['NFA letter 2008.pdf', 'closure_letter'],
  ['Closure_Letter_UST.pdf', 'closure_letter'],
  ['Chain of Title.pdf', 'title_record'],
  ['title commitment and liens.pdf', 'title_record'],
  ['ALTA-NSPS Land Title Survey.pdf', 'site_survey'],
  ['Plat of survey lot 12.pdf', 'site_survey'],
  ['User Questionnaire signed.pdf', 'questionnaire'],
  ['Owner interview notes.pdf', 'questionnaire'],
  ['Client provided documents.pdf', 'user_provided'],
];

/** First pages of scans with generated names, sufficient alone. */
const TEXTS: readonly [string, CategoryValue][] = [
  ['The EDR Radius Map™ Report with GeoCheck\nTarget Property Summary', 'regulatory_database'],
  ['Certified Sanborn® Map Report\n12 Main Street, Brooklyn', 'sanborn_maps'],
  [
    'United States Geological Survey\nBrooklyn Quadrangle, 7.5-minute series\nContour interval 10 feet',
    'topographic_maps',
  ],
  ['The EDR Aerial Photo Decade Package\nHistorical aerial photographs', 'aerial_imagery'],
  ['The EDR-City Directory Image Report', 'city_directories'],
  ['WARRANTY DEED\nKnow all men by these presents that the grantor ...', 'deed_documents'],
  ['PHASE I ENVIRONMENTAL SITE ASSESSMENT\nASTM E1527-21', 'phase_1_esa'],
  ['Phase II Environmental Site Assessment\nSoil borings and monitoring wells', 'phase_2_esi'],
  [
    'Dear Ms. Doe, pursuant to your freedom of information law request, responsive records are enclosed.',
    'agency_response',
  ],
  ['Remedial Action Work Plan\nSpill No. 9904321\nContaminated soil', 'remediation_case'],
  ['Re: No Further Action determination\nThe case has been closed.', 'closure_letter'],
  ['CHAIN OF TITLE\nEnvironmental lien and AUL search', 'title_record'],
  ['ALTA/NSPS Land Title Survey by a licensed land surveyor, point of beginning', 'site_survey'],
  ['User Questionnaire\nAre you aware of any environmental liens?', 'questionnaire'],
];

describe('the classifier (DOC-28, OP-18)', () => {
  it.each(NAMES)('%s is classified by name: %s', (fileName, category) => {
    const { suggestedCategory, confidence } = classify({ fileName, pages: [] });
    expect(suggestedCategory).toBe(category);
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(confidence).toBeLessThan(SURE);
  });

  it.each(TEXTS)('%j is classified by first page: %s', (text, category) => {
    const { suggestedCategory, confidence } = classify({ fileName: 'scan0042.pdf', pages: [page(text)] });
    expect(suggestedCategory).toBe(category);
    expect(confidence).toBeGreaterThanOrEqual(SURE);
  });

  it('has at least one name and text for every category except other', () => {
    const told = new Set([...NAMES, ...TEXTS].map(([, category]) => category));
    expect([...told].sort()).toEqual(
      CATEGORIES.map(({ value }) => value)
        .filter((value) => value !== 'other')
        .sort(),
    );
  });

  it('is unsure without evidence, and says so', () => {
    expect(classify({ fileName: 'scan0042.pdf', pages: [] })).toEqual({
      suggestedCategory: 'other',
      confidence: 0.2,
      reasoning: 'The file name says nothing about what this is, and the first pages hold no text that could be read.',
      alternatives: [],
    });
    const read = classify({ fileName: 'scan0042.pdf', pages: [page('lorem ipsum')] });
    expect(read.reasoning).toBe('Neither the file name nor the text of the first pages says what this is.');
  });

  it('trusts the cover more than topics inside a report', () => {
    const inside = 'Sanborn fire insurance maps, aerial photographs and the city directory abstract were reviewed.';
    const pages = [page('Phase I Environmental Site Assessment'), page(inside), page('Chain of title: none.')];
    expect(classify({ fileName: 'report.pdf', pages })).toMatchObject({ suggestedCategory: 'phase_1_esa' });
  });

  it('is less sure with evidence for two categories, and names both', () => {
    const { suggestedCategory, confidence, reasoning, alternatives } = classify({
      fileName: 'Sanborn and topographic maps.pdf',
      pages: [],
    });
    expect(confidence).toBeLessThan(SURE);
    expect(reasoning).toContain('It could also be');
    expect([suggestedCategory, ...alternatives.map(({ category }) => category)].sort()).toEqual([
      'sanborn_maps',
      'topographic_maps',
    ]);
    expect(alternatives[0]?.confidence).toBeLessThanOrEqual(confidence);
  });

  it('names at most three alternatives, most likely first, with a sum of at most 1', () => {
    const { confidence, alternatives } = classify({
      fileName: 'Sanborn topo aerial deed title survey FOIL closure.pdf',
      pages: [],
    });
    expect(alternatives).toHaveLength(3);
    const all = [confidence, ...alternatives.map((guess) => guess.confidence)];
    expect(all).toEqual([...all].sort((a, b) => b - a));
    expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1.01);
  });

  it('tolerates usual OCR errors', () => {
    for (const text of [
      'CERT1FIED SANB0RN MAP REP0RT',
      'C E R T I F I E D  Sanbom Map Rep0rt',
      'Cettified Sanborn Map',
    ])
      expect(classify({ fileName: '0042.pdf', pages: [page(text)] }).suggestedCategory).toBe('sanborn_maps');
    expect(
      classify({ fileName: '', pages: [page('Environmentalsite Phase 11 Subsurfacc Investigatlon')] }),
    ).toMatchObject({
      suggestedCategory: 'phase_2_esi',
    });
  });

  it('uses the title behind a divider', () => {
    const pages = [page('Appendix F'), page('The EDR-City Directory Image Report')];
    expect(classify({ fileName: 'scan.pdf', pages })).toMatchObject({ suggestedCategory: 'city_directories' });
  });

  it('uses the appearance of a first page without words', () => {
    const picture = (short: number, long: number, appearance: AppearanceKind) => [
      { ...sheet(short, long), appearance },
    ];
    const first = (pages: SeenPage[]) => classify({ fileName: 'scan0042.pdf', pages }).suggestedCategory;
    expect(first(picture(21, 25, 'coloured drawing'))).toBe('sanborn_maps');
    expect(first(picture(22.8, 27.2, 'coloured drawing'))).toBe('topographic_maps');
    expect(first(picture(8.5, 11, 'photograph'))).toBe('aerial_imagery');
    expect(first(picture(24, 36, 'line work'))).toBe('site_survey');
    expect(first(picture(8.5, 11, 'line work'))).toBe('other');
  });

  it('uses the sheet size as a hint that is not sufficient alone', () => {
    const pages = [sheet(21, 25), sheet(21.1, 25.2), sheet(8.5, 11)];
    const alone = classify({ fileName: 'scan0042.pdf', pages });
    expect(alone.suggestedCategory).toBe('sanborn_maps');
    expect(alone.confidence).toBeLessThan(SURE);
    expect(alone.reasoning).toBe('The sheets are scans of the size of Sanborn sheets (21 x 25 in).');
    const named = classify({ fileName: 'insurance map.pdf', pages });
    expect(named.confidence).toBeGreaterThan(SURE);
    expect(classify({ fileName: 'x.pdf', pages: [sheet(9, 9)] }).suggestedCategory).toBe('aerial_imagery');
    expect(classify({ fileName: 'x.pdf', pages: [sheet(22.8, 27.6)] }).suggestedCategory).toBe('topographic_maps');
  });

  it.each([
    ['title block', 'INSURANCE MAPS of Brooklyn\nSANBORN MAP & PUBLISHING CO. LIMITED'],
    ['title block between other words', 'Coal 12 14 16 18\nWater front\nSanborn-Perris Map Co. Limited\n60'],
    ['scale', 'HUDSON\nScale of 50 Ft. to One Inch'],
    ['street grid', 'KENT AV. WYTHE AVE. N. 5TH ST.\nCoal Shed Iron Foundry Stable 103 105 107 109 Wagon Ho.'],
  ])('trusts the %s of a Sanborn sheet more than its name', (_what, text) => {
    const pages = [page(text, { ...sheet(7.3, 10.3), text, appearance: 'coloured drawing' })];
    for (const fileName of ['EDR radius map report.pdf', 'scan001.pdf', 'topo map.pdf']) {
      const { suggestedCategory, confidence } = classify({ fileName, pages });
      expect([fileName, suggestedCategory]).toEqual([fileName, 'sanborn_maps']);
      expect(confidence).toBeGreaterThanOrEqual(SURE);
    }
  });

  it('does not take a list of addresses for a map', () => {
    const text = 'MAPLE ST. OAK AVE.\n101 Adams Jno, saloon\n103 Brown, livery stable\n105 Cole, coal\n107 Dey, bakery';
    const scanned = { ...sheet(8.5, 11), text, appearance: 'line work' as const };
    expect(classify({ fileName: 'scan001.pdf', pages: [scanned] }).suggestedCategory).not.toBe('sanborn_maps');
  });

  it('explains its evidence in words', () => {
    const { reasoning } = classify({ fileName: 'Sanborn_1905.pdf', pages: [page('Certified Sanborn Map Report')] });
    expect(reasoning).toBe(
      'The first page says "certified sanborn"; the file name has "sanborn"; the first page says "sanborn".',
    );
  });

  it('is never quite certain and never below zero', () => {
    const all = [
      ...NAMES.map(([fileName]) => classify({ fileName, pages: [] })),
      classify({ fileName: '', pages: [] }),
    ];
    for (const { confidence } of all) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(0.98);
    }
  });
});

describe('the evidence', () => {
  it('has patterns for lower case, without state', () => {
    for (const { pattern } of [...NAME_EVIDENCE, ...TEXT_EVIDENCE]) {
      expect(pattern.flags).toBe('');
      expect(pattern.source.replace(/\\./g, '')).toBe(pattern.source.replace(/\\./g, '').toLowerCase());
    }
  });

  it.each([
    ['SanbornMaps_1905-p2.pdf', 'sanborn maps 1905 p2'],
    ['EDR.Radius+Map (1).PDF', 'edr radius map 1'],
    ['.pdf', ''],
  ])('%s is read as "%s"', (name, words) => {
    expect(wordsOfName(name)).toBe(words);
  });
});
