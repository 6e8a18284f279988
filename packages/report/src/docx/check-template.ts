import { strFromU8 } from 'fflate';
import { CHAPTER_KEYS } from '../content/model.js';
import { openPackage, paragraphsOf, TemplateError } from './package-file.js';
import { TEMPLATE_TAGS } from './tags.js';

export interface TemplateProblem {
  code: 'not_a_template' | 'macros' | 'external' | 'fields' | 'unknown_tags' | 'tag_in_text' | 'no_tags';
  /** A sentence. */
  message: string;
}

const TAG = /\{\{([^{}]*)\}\}/g;
/** Parts with text in which tags are replaced. */
const TEXT_PART = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;
/** Fields that load something from outside, or start a program. */
const FIELD = /\b(?:DDEAUTO|DDE|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT)\b/;

/** Why a template is refused; none: it can be used. Nothing of the template is run. */
export function checkTemplate(bytes: Uint8Array): TemplateProblem[] {
  let files: Map<string, Uint8Array>;
  try {
    files = openPackage(bytes);
  } catch (error) {
    if (error instanceof TemplateError) return [{ code: 'not_a_template', message: error.message }];
    throw error;
  }
  return [...programs(files), ...tagProblems(files)];
}

function programs(files: ReadonlyMap<string, Uint8Array>): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const names = [...files.keys()];
  if (names.some((name) => /vbaProject|\.bin$|activeX|\/embeddings\//i.test(name)))
    problems.push({ code: 'macros', message: 'The template has macros or embedded objects. Remove them.' });
  const texts = names
    .filter((name) => /\.(?:xml|rels)$/.test(name))
    .map((name) => [name, textOf(files, name)] as const);
  const isExternal = ([name, text]: readonly [string, string]): boolean =>
    name.endsWith('.rels') &&
    (text.match(/<Relationship\b[^>]*>/g) ?? []).some(
      (element) => /TargetMode\s*=\s*["']External/i.test(element) && !/\/hyperlink["']/.test(element),
    );
  if (texts.some(isExternal))
    problems.push({ code: 'external', message: 'The template loads something from outside of its file. Embed it.' });
  const instructions = texts.flatMap(([, text]) => [
    ...Array.from(text.matchAll(/<w:instrText[^>]*>([^<]*)/g), ([, field]) => field ?? ''),
    ...Array.from(text.matchAll(/<w:fldSimple\b[^>]*w:instr="([^"]*)"/g), ([, field]) => field ?? ''),
  ]);
  if (FIELD.test(instructions.join('')))
    problems.push({ code: 'fields', message: 'The template has fields that load or start something. Remove them.' });
  return problems;
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string): string =>
  strFromU8(files.get(name) ?? new Uint8Array());

const paragraphs = (files: ReadonlyMap<string, Uint8Array>): string[] =>
  [...files].filter(([name]) => TEXT_PART.test(name)).flatMap(([, part]) => paragraphsOf(part));

const tagsIn = (text: string): string[] => Array.from(text.matchAll(TAG), ([, tag]) => tag ?? '');

/** Tags of a checked template, each once. */
export const tagsOfTemplate = (bytes: Uint8Array): string[] => tagsOf(openPackage(bytes));

/** Tags of a template, each once. */
export const tagsOf = (files: ReadonlyMap<string, Uint8Array>): string[] => [
  ...new Set(paragraphs(files).flatMap(tagsIn)),
];

function tagProblems(files: ReadonlyMap<string, Uint8Array>): TemplateProblem[] {
  const tags = tagsOf(files);
  if (tags.length === 0)
    return [
      {
        code: 'no_tags',
        message: 'The template has no tags, such as {{findings}}, so that nothing would be filled in.',
      },
    ];
  const unknown = tags.filter((tag) => !TEMPLATE_TAGS.includes(tag));
  const chapters: readonly string[] = CHAPTER_KEYS;
  const inText = paragraphs(files).flatMap((text) =>
    tagsIn(text).filter((tag) => chapters.includes(tag) && text.trim() !== `{{${tag}}}`),
  );
  return [
    ...(unknown.length > 0 ? [{ code: 'unknown_tags' as const, message: unknownText(unknown) }] : []),
    ...(inText.length > 0
      ? [{ code: 'tag_in_text' as const, message: `Write ${named(inText)} in a paragraph without other text.` }]
      : []),
  ];
}

const named = (tags: readonly string[]): string => tags.map((tag) => `{{${tag}}}`).join(', ');
const unknownText = (tags: readonly string[]): string =>
  `The template has tags that Symbio does not know: ${named(tags)}.`;
