import { sampleEvidence } from '../testing/sample-evidence.js';
import { Sources } from './sources.js';
import { questionnaireAppendix, userInformation } from './user.js';

const blocksOf = (over: object) =>
  userInformation(
    new Sources(Object.assign(sampleEvidence(), { sections: [] }, over), { figures: [], photographs: [] }),
  );

it('lien searches are printed with their period, result and source', () => {
  const search = { id: 'l1', searched_by: 'Title Ltd.', date: '2026-11-10', ordered_by: 'User', text: '' };
  const [document] = sampleEvidence().documents;
  const searches = [
    { ...search, from: 1980, to: 2026, result: 'Nothing found', document_id: document?.id },
    { ...search, id: 'l2', result: 'Liens or limitations found', text: 'Deed restriction.' },
  ];
  expect(blocksOf({ lien_searches: searches }).slice(2)).toMatchObject([
    { kind: 'heading', title: 'Environmental liens and use limitations' },
    {
      rows: [
        [['Title Ltd.'], ['November 10, 2026'], ['1980–2026'], ['User'], ['Nothing found (S1)']],
        [[], [], ['Not stated'], [], ['Liens or limitations found: Deed restriction.']].map((cell) =>
          cell.length > 0 ? cell : (expect.anything() as unknown),
        ),
      ],
    },
  ]);
  expect(blocksOf({ lien_searches: [] })).toMatchObject([
    { title: 'Questionnaire' },
    { text: ['The user of the report did not answer the questionnaire.'] },
    { kind: 'heading' },
    { text: ['No search for liens and use limitations is recorded.'] },
  ]);
});

it('answers of the user are printed in an appendix, later ones beside earlier ones', () => {
  const answer = { question: 'Is the price close to the market value?', rule: '40 CFR 312.29', answer: 'No' };
  const first = { id: 'a1', name: 'Ben Buyer', date: '2026-11-10', method: 'By link' };
  const sets = [
    { ...first, answers: [{ ...answer, text: 'Fast sale.' }] },
    { ...first, id: 'a2', date: '2026-11-12', recorded_by: 'Ann', answers: [{ ...answer, text: '' }] },
  ];
  const sources = new Sources(Object.assign(sampleEvidence(), { user_answers: sets }), {
    figures: [],
    photographs: [],
  });
  expect(questionnaireAppendix(sources)).toMatchObject([
    { title: 'Ben Buyer, November 10, 2026' },
    { text: ['By link.'] },
    { rows: [[['Is the price close to the market value?'], ['40 CFR 312.29'], ['No: Fast sale.']]] },
    { title: 'Ben Buyer, November 12, 2026' },
    { text: ['By link, recorded by Ann.'] },
    { rows: [[[answer.question], [answer.rule], ['No']]] },
  ]);
  expect(blocksOf({ user_answers: sets })).toContainEqual({
    kind: 'paragraph',
    text: [
      'The user of the report answered the questionnaire: Ben Buyer on November 10, 2026 and Ben Buyer on November 12, 2026. The answers are in the appendix.',
    ],
  });
});
