import type { EvidenceAssessment, EvidenceLienSearch } from '../evidence.js';
import type { Block, Text } from './model.js';
import { heading, paragraph, prose } from './prose.js';
import type { Sources } from './sources.js';
import { dayText, listText } from './words.js';

/** What the user of the report provides, and searches for liens and use limitations. */
export const userInformation = (sources: Sources): Block[] => [
  ...prose(sources, 'user_information', ''),
  heading('Questionnaire'),
  paragraph(answeredText(sources)),
  heading('Environmental liens and use limitations'),
  ...lienSearches(sources),
];

const NO_ANSWERS = 'No answers of the user of the report to the questionnaire are recorded.';

function answeredText(sources: Sources): string {
  const { user_answers: sets = [], documents } = sources.evidence;
  const given = sets.map(({ name, date }) => `${name} on ${dayText(date)}`);
  const files = documents
    .filter(({ category }) => category === 'questionnaire')
    .map(({ id, title }) => `${sources.reference(id)} (${title})`);
  const none = files.length > 0 ? 'No other answers to the questionnaire are recorded.' : NO_ANSWERS;
  return [
    given.length > 0
      ? `The user of the report answered the questionnaire: ${listText(given)}. The answers are in the appendix.`
      : '',
    files.length > 0
      ? `Among the sources, ${files.length === 1 ? 'a questionnaire is' : 'questionnaires are'} ${listText(files)}.`
      : '',
    given.length > 0 ? '' : none,
  ]
    .filter(Boolean)
    .join(' ');
}

/** All answers, later ones beside earlier ones; empty without any. */
export const questionnaireAppendix = ({ evidence: { user_answers: sets = [] } }: Sources): Block[] =>
  sets.flatMap(({ name, date, method, recorded_by: by, answers }): Block[] => [
    heading(`${name}, ${dayText(date)}`),
    paragraph(by === undefined ? `${method}.` : `${method}, recorded by ${by}.`),
    {
      kind: 'table',
      columns: [
        { title: 'Question', width: 4 },
        { title: 'Rule', width: 1.4 },
        { title: 'Answer', width: 4.4 },
      ],
      rows: answers.map(({ question, rule, answer, text }) => [
        [question],
        [rule],
        [text === '' ? answer : `${answer}: ${text}`],
      ]),
    },
  ]);

function lienSearches(sources: Sources): Block[] {
  const { lien_searches: searches = [], assessment } = sources.evidence;
  if (searches.length === 0) return [paragraph(withoutSearchText(assessment))];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Searched by', width: 2.2 },
        { title: 'Date', width: 1.4 },
        { title: 'Period', width: 1.2 },
        { title: 'Ordered by', width: 1.6 },
        { title: 'Result', width: 3.4 },
      ],
      rows: searches.map((search) => [
        [search.searched_by],
        [dayText(search.date)],
        [periodText(search)],
        [search.ordered_by],
        resultText(sources, search),
      ]),
    },
  ];
}

/** The date of the component may be typed without a search. */
function withoutSearchText({ components }: EvidenceAssessment): string {
  const date = components.find(({ kind }) => kind === 'lien_search')?.date;
  return date === undefined
    ? 'No search for liens and use limitations is recorded.'
    : `The search for liens and use limitations is dated ${dayText(date)}. Its results are not recorded.`;
}

const periodText = ({ from, to }: EvidenceLienSearch): string =>
  [from, to].every((year) => year === undefined) ? 'Not stated' : `${from ?? ''}–${to ?? ''}`;

function resultText(sources: Sources, { result, text, document_id: id }: EvidenceLienSearch): Text {
  const found = text === '' ? result : `${result}: ${text}`;
  return [id === undefined ? found : `${found} (${sources.reference(id)})`];
}
