/** What somebody is answered who puts an id of a project that is not theirs where one of theirs belongs. */
import { newId } from '@symbio/kit';
import type { Kind, Place } from './places.js';

/** What an answer was, with everything it says. */
export interface Answer {
  /** 'ok', a status, or what else came. */
  outcome: unknown;
  text: string;
}

/** One place of one request. */
export interface Try {
  /** The request and the place, for example `PUT /api/alignments body.first_page_id`. */
  name: string;
  kind: Kind;
  send: (id: string) => Promise<Answer>;
}

/** One try for each kind that may stand at each place. */
export const triesAt = (
  request: string,
  places: readonly Place[],
  send: (request: unknown) => Promise<Answer>,
): Try[] =>
  places.flatMap((place) =>
    place.kinds.map((kind) => ({
      name: `${request} ${place.where}`,
      kind,
      send: (id: string) => send(place.with(id)),
    })),
  );

/** Not for the caller to know of, or not recognised as anybody who might. */
const isHidden = ({ outcome }: Answer): boolean => outcome === 404 || outcome === 401;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:seconds|nanos)":\d+|\b\d{13}\b/g;
const asIs = ({ outcome, text }: Answer): string =>
  `${String(outcome)} ${text}`.replaceAll(UUID, 'id').replaceAll(MOMENT, 'moment');

/** What a foreign project has. */
export interface Foreign {
  ids: Readonly<Record<Kind, readonly string[]>>;
  /** Texts that nobody outside may read: ids and names. */
  secrets: readonly string[];
}

/**
 * How a try ended: nothing told, done as if the id meant nothing, something else answered than for an id of nothing, or a text of
 * the foreign project shown.
 */
export type Verdict = { name: string } & ({ is: 'hidden' | 'ignored' } | { is: 'differs' | 'shows'; why: string });

/**
 * Puts foreign ids at a place. Whoever may not know of a thing is answered as about one that there is not (AUTH-37): the same words
 * for an id of the foreign project and for an id of nothing.
 */
export async function judge({ name, kind, send }: Try, foreign: Foreign): Promise<Verdict> {
  let isIgnored = false;
  const sent = foreign.ids[kind];
  for (const id of sent) {
    const answer = await send(id);
    const told = foreign.secrets.find((secret) => !sent.includes(secret) && answer.text.includes(secret));
    if (told !== undefined) return { name, is: 'shows', why: `${kind}: ${String(answer.outcome)} with ${told}` };
    if (isHidden(answer)) continue;
    const ofNothing = await send(newId());
    // the first may have changed what is the caller's own: then the one after it is alike
    if (asIs(answer) !== asIs(ofNothing) && asIs(await send(id)) !== asIs(ofNothing))
      return {
        name,
        is: 'differs',
        why: `${kind}: ${asIs(answer).slice(0, 160)} — of nothing: ${asIs(ofNothing).slice(0, 160)}`,
      };
    isIgnored ||= answer.outcome === 'ok';
  }
  return { name, is: isIgnored ? 'ignored' : 'hidden' };
}
