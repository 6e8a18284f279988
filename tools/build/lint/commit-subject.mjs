// Checks the subject of a commit message: a commit-msg hook (.githooks) and a test use it.
import fs from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** Longest subject, in characters: what `git log --oneline` shows in a terminal of 80 columns. */
const LONGEST = 72;
/** First words that begin a description instead of an instruction. */
const NOT_IMPERATIVE = /^(?:an?|the|this|that|these|it|its|who|what|when|where|whoever|all|some|no|now)$/i;
const NOT_A_VERB = /(?:ing|ied|[^e]ed)$/i;
const VERBS = /^(?:bring|string|ring|embed|feed|need|seed|speed|shed|exceed|proceed)$/i;
const BY_GIT = /^(?:Merge|Revert|fixup!|squash!|amend!) /;

/**
 * Checks the subject of a commit message.
 *
 * @param {string} subject first line of a commit message
 * @returns {string | undefined} the fault in a sentence; undefined when it is fine
 */
export function faultOf(subject) {
  if (BY_GIT.test(subject)) return undefined;
  if (subject.length > LONGEST) return `It has ${subject.length} characters; at most ${LONGEST} are allowed.`;
  if (subject.endsWith('.')) return 'It ends with a full stop.';
  const [first = ''] = subject.split(/\s/);
  if (!/^[A-Z]/.test(first)) return 'It does not begin with a capital letter.';
  if (NOT_IMPERATIVE.test(first) || (NOT_A_VERB.test(first) && !VERBS.test(first)))
    return `"${first}" does not begin an instruction: write it in the imperative ("Reject unsigned events").`;
  return undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [subject = ''] = fs.readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
  const fault = faultOf(subject);
  if (fault) {
    console.error(`The subject of the commit is refused. ${fault} docs/writing.md says how subjects are written.`);
    process.exitCode = 1;
  }
}
