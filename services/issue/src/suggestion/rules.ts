/** Suggests an issue from text without a language model: title, Markdown description and type. */
import { ISSUE_TYPES, type IssueType } from '@symbio/proto/issue/vocabulary';
import type { Suggestion } from './suggestion.js';

/** Maximum title length in characters: one line of the list. */
const MAX_TITLE = 80;

const CUES: Readonly<Record<IssueType, readonly (readonly [pattern: RegExp, weight: number])[]>> = {
  bug: [
    [
      /\b(crash|error|exception|fail(s|ed|ing|ure)?|broken|freez(e|es|ing)|froze|hang(s|ing)?|stuck|bug|corrupt\w*)\b/gi,
      3,
    ],
    [
      /\b(does|do|did|is|are|was|has|have|ca|wo|should)n['’]?t\b|\b(cannot|not working|no longer|stopped working)\b/gi,
      2,
    ],
    [/\b(wrong|incorrect|missing|lost|vanish(es|ed)?|disappear(s|ed)?|blank|grey|empty|duplicate[sd]?|twice)\b/gi, 2],
    [/\b(4\d\d|5\d\d|timeout|timed out)\b/gi, 2],
  ],
  improvement: [
    [/\b(improve|better|faster|easier|simpler|clearer|quicker|larger|smaller|more (visible|readable|obvious))\b/gi, 3],
    [
      /\b(slow|confusing|annoying|tedious|cumbersome|hard to (find|see|read|use)|too (many|small|big|large|long|slow|few))\b/gi,
      3,
    ],
    [/\b(instead of|rather than|should be|would prefer|rename|reorder)\b/gi, 2],
  ],
  feature_request: [
    [
      /\b(feature|could you add|please add|add (a|an|the)\b|allow (me|us|users|people)|support for|ability to|option to)\b/gi,
      3,
    ],
    [
      /\b(would like|i['’]d like|we['’]d like|wish|it would be (nice|great|good|helpful|useful)|need a way|can we have)\b/gi,
      3,
    ],
    [/\b(export (to|as)|integrat(e|ion)|import from)\b/gi, 1],
  ],
};

/** Type with the highest weight; on a tie the first in the vocabulary, a bug. */
function typeOf(text: string): IssueType {
  const score = (type: IssueType): number =>
    CUES[type].reduce((sum, [pattern, weight]) => sum + weight * [...text.matchAll(pattern)].length, 0);
  return ISSUE_TYPES.reduce((best, type) => (score(type) > score(best) ? type : best));
}

const OPENERS =
  /^(hi|hello|hey|dear \w+|good (morning|afternoon|evening)|thanks|please note( that)?|i (think|believe|noticed|found|see)( that)?|it (seems|looks like)( that)?|there (is|seems to be) (a|an) (bug|issue|problem)( where| that| with| in|:)?|so|well|ok|okay)\b[\s,.!:-]*/i;

function withoutOpeners(sentence: string): string {
  let rest = sentence;
  for (let next = rest.replace(OPENERS, ''); next !== rest && next !== ''; next = rest.replace(OPENERS, ''))
    rest = next;
  return rest;
}

function titleOf(sentences: readonly string[]): string {
  const firstSentence = sentences.map(withoutOpeners).find((sentence) => sentence.split(/\s+/).length > 2);
  const line = (firstSentence ?? withoutOpeners(sentences.join(' '))).replace(/[\s.,;:!]+$/, '');
  const title = line.charAt(0).toLocaleUpperCase('en') + line.slice(1);
  if (title.length <= MAX_TITLE) return title;
  const cut = title.slice(0, MAX_TITLE - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_TITLE / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

const STEP = /^\s*(?:\d+[.)]|[-*•])\s+/;
const EXPECTATION = /\b(expect(ed)?|should (have|be|show|open|stay|say)|supposed to)\b/i;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Structures the text: steps from numbered or listed lines, expected result, and the rest verbatim. */
function descriptionOf(text: string, type: IssueType): string {
  const lines = text.split('\n');
  const steps = lines.filter((line) => STEP.test(line)).map((line) => line.replace(STEP, '').trim());
  const prose = lines
    .filter((line) => !STEP.test(line))
    .join('\n')
    .trim();
  if (type !== 'bug')
    return prose && steps.length > 0 ? `${prose}\n\n${steps.map((step) => `- ${step}`).join('\n')}` : text;
  const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => sentencesOf(paragraph.replace(/\s+/g, ' ')));
  const expected = paragraphs.flat().filter((sentence) => EXPECTATION.test(sentence));
  const happened = paragraphs
    .map((sentences) => sentences.filter((sentence) => !expected.includes(sentence)).join(' '))
    .filter(Boolean)
    .join('\n\n');
  return [
    ...(happened ? [`## What happened\n\n${happened}`] : []),
    ...(steps.length > 0 ? [`## Steps\n\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}`] : []),
    ...(expected.length > 0 ? [`## What was expected\n\n${expected.join(' ')}`] : []),
  ].join('\n\n');
}

export function suggestByRules(typed: string): Suggestion {
  const text = typed.replace(/\r\n?/g, '\n').trim();
  const type = typeOf(text);
  const sentences = sentencesOf(text.replace(/\s+/g, ' '));
  return { title: titleOf(sentences), description: descriptionOf(text, type), type };
}
