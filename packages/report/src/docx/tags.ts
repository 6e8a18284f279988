import { CHAPTER_KEYS, type Content, plainText } from '../content/model.js';

/** Short texts that a template may print, by tag: facts of the cover and the lines of each page. */
export function factTags({ title, subtitle, facts, header, footer }: Content): Record<string, string> {
  const fact = (label: string): string => plainText(facts.find((one) => one.label === label)?.text ?? []);
  return {
    report_title: title,
    project_title: subtitle,
    project_number: header.left,
    property_address: header.right,
    client: fact('Prepared for'),
    standard: fact('Standard'),
    professional: fact('Environmental professional'),
    version: fact('Version'),
    evidence: footer,
  };
}

/** Every tag of a template: short texts, and chapters, each alone in its paragraph. */
export const TEMPLATE_TAGS: readonly string[] = [
  ...['report_title', 'project_title', 'project_number', 'property_address', 'client', 'standard', 'professional'],
  ...['version', 'evidence'],
  ...CHAPTER_KEYS,
];
