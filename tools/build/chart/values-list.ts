import { isMap, isNode, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { chartText } from './chart-files.js';

/** Maps that are one item: what they hold is Kubernetes' own, or said in one sentence. */
const ONE_ROW =
  /^(services|workers|defaults)\.|(^|\.)(resources|autoscaling|annotations|labels|serviceAccountAnnotations|thresholds|tls|service|fallback)$|^secrets\.|^networkPolicy\.(dns|egress)$|^monitoring\.(monitors|dashboards)$/;
const SECTION = /^\s*---- (.*) ----\s*$/;

interface Row {
  name: string;
  value: string;
  says: string;
}

/** Comment of a value, on one line. */
const words = (comment: string | null | undefined): string =>
  (comment ?? '')
    // a comment before an empty line belongs to the file or to a section
    .split(/\n\s*\n/)
    .at(-1)!
    .split('\n')
    .filter((line) => !SECTION.test(line))
    .map((line) => line.trim())
    .join(' ');

function rows(map: YAMLMap, at: string): Row[] {
  return map.items.flatMap((pair: Pair, index) => {
    const { key, value } = pair;
    if (!isScalar(key)) return [];
    const name = at ? `${at}.${String(key.value)}` : String(key.value);
    // the comment above the first of a map is the map's
    const says = words(key.commentBefore ?? (index === 0 && at ? map.commentBefore : undefined));
    const isGroup = isMap(value) && value.items.length > 0 && (!ONE_ROW.test(name) || name === 'autoscaling');
    if (!isGroup) return [{ name, value: JSON.stringify(isNode(value) ? value.toJSON() : null), says }];
    const inner = rows(value, name);
    return says ? [{ name, value: '', says }, ...inner] : inner;
  });
}

/** Values that the README explains once for all that have them. */
const EXPLAINED_ONCE =
  /^(services|workers)\.|^(mongodb|nats|keycloak|s3|mail)\.(bundled|image|command|storage|storageClass)$|^secrets\.(?!revision|nats)|\.resources$|^backup\.storageClass$/;

const EMPTY = new Set(['', '""', '{}', '[]']);
/** Longer defaults are read in values.yaml. */
const LONGEST = 60;

export function valueRows(): Row[] {
  const { contents } = parseDocument(chartText('values.yaml'));
  if (!isMap(contents)) throw new Error('values.yaml is no map');
  return rows(contents, '');
}

export const valuesList = (): string =>
  valueRows()
    .filter(({ name }) => !EXPLAINED_ONCE.test(name))
    .map(({ name, value, says }) => {
      const shown = EMPTY.has(value) || value.length > LONGEST ? '' : ` (\`${value}\`)`;
      return `- \`${name}\`${shown}: ${says.replace(/\s+/g, ' ')}`;
    })
    .join('\n');
