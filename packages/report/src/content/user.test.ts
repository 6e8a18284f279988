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
});

it('a search without a record is dated as its component', () => {
  const { assessment } = sampleEvidence();
  expect(blocksOf({ lien_searches: [] }).at(-1)).toMatchObject({
    text: ['The search for liens and use limitations is dated November 10, 2026. Its results are not recorded.'],
  });
  expect(blocksOf({ assessment: { ...assessment, components: [] } }).at(-1)).toMatchObject({
    text: ['No search for liens and use limitations is recorded.'],
  });
});

it('a questionnaire among the sources is named, with answers of the user and without', () => {
  const [document] = sampleEvidence().documents;
  const documents = [{ ...document, category: 'questionnaire', title: 'User questionnaire' }];
  const user_answers = [{ name: 'Ben Buyer', date: '2026-11-10' }];
  const answered =
    'The user of the report answered the questionnaire: Ben Buyer on November 10, 2026. The answers are in the appendix.';
  const source = 'Among the sources, a questionnaire is S1 (User questionnaire).';
  const textOf = (over: object) => blocksOf(over)[1];
  expect(textOf({})).toMatchObject({
    text: ['No answers of the user of the report to the questionnaire are recorded.'],
  });
  expect(textOf({ documents })).toMatchObject({
    text: [`${source} No other answers to the questionnaire are recorded.`],
  });
  expect(textOf({ documents, user_answers })).toMatchObject({ text: [`${answered} ${source}`] });
  expect(textOf({ documents: [...documents, { ...documents[0], id: 'd2', title: 'Owner' }] })).toMatchObject({
    text: [
      expect.stringMatching(/^Among the sources, questionnaires are S1 \(User questionnaire\) and S2 \(Owner\)\./),
    ],
  });
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
