import { newId } from '@symbio/runtime';
import type { Key, Person } from '../callers.js';
import type { Kind, Place } from './places.js';

/** Sends requests, some of them by an API key. */
export interface Sender {
  person: Person;
  key: Key;
}

export interface Answer {
  /** 'ok', a status, or the unexpected response. */
  outcome: unknown;
  text: string;
}

export interface Try {
  /** For example `PUT /api/alignments body.first_page_id`. */
  name: string;
  kind: Kind;
  send: (id: string, by?: Sender) => Promise<Answer>;
}

export const triesAt = (
  request: string,
  places: readonly Place[],
  send: (request: unknown, by?: Sender) => Promise<Answer>,
): Try[] =>
  places.flatMap((place) =>
    place.kinds.map((kind) => ({
      name: `${request} ${place.where}`,
      kind,
      send: (id: string, by?: Sender) => send(place.with(id), by),
    })),
  );

const isHidden = ({ outcome }: Answer): boolean => outcome === 404 || outcome === 401;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:seconds|nanos)":\d+|\b\d{13}\b/g;
const asIs = ({ outcome, text }: Answer): string =>
  `${String(outcome)} ${text}`.replaceAll(UUID, 'id').replaceAll(MOMENT, 'moment');

export interface Foreign {
  ids: Readonly<Record<Kind, readonly string[]>>;
  /** Ids and names that must not leak. */
  secrets: readonly string[];
}

/** ignored: the id had no effect; differs: from the response for an unknown id. */
export type Verdict = { name: string } & ({ is: 'hidden' | 'ignored' } | { is: 'differs' | 'shows'; why: string });

/** Foreign ids that the caller gave to objects of another kind: later answers may name these. */
const taken = new Set<string>();

/** Sends foreign ids in a field. A hidden object must give the same response as an unknown id (AUTH-37). */
export async function judge({ name, kind, send }: Try, foreign: Foreign, by?: Sender): Promise<Verdict> {
  let isIgnored = false;
  const sent = foreign.ids[kind];
  for (const id of sent) {
    const answer = await send(id, by);
    const told = foreign.secrets.find(
      (secret) => !sent.includes(secret) && !taken.has(secret) && answer.text.includes(secret),
    );
    if (told !== undefined) return { name, is: 'shows', why: `${kind}: ${String(answer.outcome)} with ${told}` };
    if (isHidden(answer)) continue;
    if (answer.outcome === 'ok' && answer.text.includes(id)) taken.add(id);
    const ofNothing = await send(newId(), by);
    // the first request may have changed the caller's own objects; if so, a repeat gives the same response
    if (asIs(answer) !== asIs(ofNothing) && asIs(await send(id, by)) !== asIs(ofNothing))
      return {
        name,
        is: 'differs',
        why: `${kind}: ${asIs(answer).slice(0, 160)} — of nothing: ${asIs(ofNothing).slice(0, 160)}`,
      };
    isIgnored ||= answer.outcome === 'ok';
  }
  return { name, is: isIgnored ? 'ignored' : 'hidden' };
}
