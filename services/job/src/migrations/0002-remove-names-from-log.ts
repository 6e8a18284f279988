import { changeRows, type Migration, type StoredRow } from '@symbio/mongo';

/** Start and end of lines from before November 2026; later ones have `{by}` and a user id. */
const OLD_LINE = /^(Job cancelled by user \(|To be stopped after this page \(|Started again by )(?!\{by\}).+?(\)?)$/;
const BEGINNINGS = /^(?:Job cancelled by user \(|To be stopped after this page \(|Started again by )/;
/** Replaces the name. */
const SOMEBODY = 'somebody';

/** Line without name; undefined if it has none. */
export function withoutOldName(text: string): string | undefined {
  const [, before, after = ''] = OLD_LINE.exec(text) ?? [];
  if (before === undefined) return undefined;
  const changed = `${before}${SOMEBODY}${before.endsWith('(') ? ')' : after}`;
  return changed === text ? undefined : changed;
}

/** Removes all names from old log lines, as their user is unknown; the audit trail has the actions. */
export const removeNamesFromLog: Migration = {
  name: '0002-remove-names-from-log',
  run: (context) =>
    changeRows<StoredRow & { text: string }>(context, {
      collection: 'logs',
      filter: { byId: { $exists: false }, text: BEGINNINGS },
      projection: { text: 1 },
      change({ text }) {
        const changed = withoutOldName(text);
        return changed === undefined ? undefined : { $set: { text: changed } };
      },
    }),
};
