/** Compares advisories about installed packages with a list of reviewed ones. */

export interface Explained {
  /** As in its address: `GHSA-...`. */
  id: string;
  package: string;
  /** Why it is harmless here, and which fix is pending. */
  why: string;
  /** Date of the next review, such as `2027-01-31`; at most ninety days after the last. */
  until: string;
}

/** Remove an entry when the registry no longer names its advisory. */
export const EXPLAINED: readonly Explained[] = [];

export const MOST_DAYS = 90;

interface Advisory {
  id: string;
  package: string;
  severity: string;
  title: string;
}

export type Audit =
  | { is: 'answered'; advisories: Advisory[] }
  /** The registry has no advisories, or could not be reached. */
  | { is: 'unavailable'; why: string };

interface Via {
  name?: unknown;
  title?: unknown;
  url?: unknown;
  severity?: unknown;
}
interface Report {
  auditReportVersion?: unknown;
  vulnerabilities?: Record<string, { via?: (Via | string)[] }>;
  message?: unknown;
  statusCode?: unknown;
  error?: { code?: unknown; summary?: unknown };
}

const word = (value: unknown, otherwise: string): string => (typeof value === 'string' && value ? value : otherwise);

/** Reads the answer of `npm audit --json` (report version 2). */
export function readAudit(text: string): Audit {
  const report = JSON.parse(text) as Report;
  const { vulnerabilities } = report;
  if (report.auditReportVersion !== 2 || !vulnerabilities) {
    const why = word(report.message, word(report.error?.summary, word(report.error?.code, '')));
    if (why === '') throw new Error('npm audit answered something else than a report or an error');
    // do not print addresses of registries
    return { is: 'unavailable', why: why.replace(/https?:\/\/\S+/g, 'the registry') };
  }
  const all = Object.entries(vulnerabilities).flatMap(([name, { via = [] }]) =>
    via
      // a string names another package of the list, whose own advisory counts
      .filter((one): one is Via => typeof one === 'object')
      .map((one) => ({
        id: word(one.url, '').split('/').at(-1) || 'without an id',
        package: word(one.name, name),
        severity: word(one.severity, 'unknown'),
        title: word(one.title, 'without a title'),
      })),
  );
  const named = Object.keys(vulnerabilities).length;
  if (named > 0 && all.length === 0) throw new Error(`npm audit names ${named} packages and no advisory`);
  return { is: 'answered', advisories: [...new Map(all.map((one) => [`${one.id} ${one.package}`, one])).values()] };
}

/**
 * Objections to an answer, one sentence each.
 * @param today `2026-11-23`
 */
export function complaints(advisories: readonly Advisory[], explained: readonly Explained[], today: string): string[] {
  const explains = (one: Advisory) => explained.find(({ id, package: name }) => id === one.id && name === one.package);
  const open = advisories.flatMap((one) => {
    const about = `${one.package}: ${one.id} (${one.severity}), ${one.title}`;
    const explanation = explains(one);
    if (!explanation) return [about];
    return explanation.until <= today ? [`${about}: explained until ${explanation.until}, look again`] : [];
  });
  const over = explained
    .filter((one) => !advisories.some(({ id, package: name }) => id === one.id && name === one.package))
    .map(({ id, package: name }) => `${name}: ${id} is explained and no longer named: remove it from the list`);
  return [...open, ...over];
}
