import { CLOSED_ALONE, FILE_REVIEW_NEEDED, problemOfJudgement } from './dispositions.js';

const far = { list: 'LUST', onProperty: 'off', isAdjoining: false } as const;
const not = (codes: string[], text = '') => ({ kind: 'not_relevant', codes, text });

describe('a decision about a record', () => {
  it.each([not([]), not([], '  ')])('needs a reason if the record is not relevant', (judgement) => {
    expect(problemOfJudgement(far, judgement)).toBe('Give a reason why the record is not relevant.');
  });

  it.each([
    not(['status']),
    not(['status'], 'Closed 2011'),
    not(['status', 'size']),
    not([], 'Closed.'),
    not([], 'Case closed, no further action'),
    not([], 'database only'),
  ])('is refused for a closed status alone: %j', (judgement) => {
    expect(problemOfJudgement(far, judgement)).toBe(CLOSED_ALONE);
  });

  it.each([not(['status', 'document']), not(['distance']), not([], 'Soil only, removed in 2009')])(
    'is accepted with a further reason: %j',
    (judgement) => {
      expect(problemOfJudgement(far, judgement)).toBeUndefined();
    },
  );

  it('needs the source of a flow direction for a gradient', () => {
    expect(problemOfJudgement(far, not(['gradient']))).toContain('flow direction');
    expect(problemOfJudgement(far, not(['gradient'], 'West, by the USGS map of 1995'))).toBeUndefined();
  });

  it.each([
    { ...far, onProperty: 'on' as const },
    { ...far, onProperty: 'perhaps' as const },
    { ...far, isAdjoining: true },
  ])('about a release on or next to the property needs its file or a written reason: %j', (close) => {
    expect(problemOfJudgement(close, not(['distance']))).toBe(FILE_REVIEW_NEEDED);
    expect(problemOfJudgement(close, not(['file_reviewed']))).toBeUndefined();
    expect(problemOfJudgement(close, not(['distance'], 'The file is lost; the tank was on Kent Ave'))).toBeUndefined();
    expect(problemOfJudgement({ ...close, list: 'RCRA-SQG' }, not(['distance']))).toBeUndefined();
  });

  it.each(['relevant', 'file_review', 'undecided'])('needs no reason if %s', (kind) => {
    expect(problemOfJudgement(far, { kind, codes: [], text: '' })).toBeUndefined();
  });
});
