import zipcodes from 'zipcodes';
import { editsBetween } from '@symbio/proto/edits';
import type { CheckAddressResponse } from '@symbio/proto/project';
import { stateCode, stateName } from './states.js';

export const UNKNOWN_STATE = 'State must be a state of the United States, such as NY or New York';
export const WRONG_ZIP = 'ZIP code must have five digits, such as 10010';

const ZIP = /^(\d{5})(?:-\d{4})?$/;

export const isState = (text: string): boolean => stateCode(text) !== undefined;
export const isZip = (text: string): boolean => ZIP.test(text.trim());

const MAX_EDITS = 2;
/** Shorter names are near too many others. */
const MIN_LETTERS = 5;

/** A known city of the state with nearly this name, or with this name in another spelling; empty for none. */
function nearCity(city: string, state: string): string {
  const name = city.trim();
  const sought = name.toLowerCase();
  if (sought === '') return '';
  const names = new Set(zipcodes.lookupByState(state).map((place) => place.city));
  if (names.has(name)) return '';
  const limit = sought.length < MIN_LETTERS ? 0 : MAX_EDITS;
  let best: { name: string; edits: number } | undefined;
  for (const known of names) {
    const edits = editsBetween(sought, known.toLowerCase(), limit);
    if (edits <= limit && edits < (best?.edits ?? Infinity)) best = { name: known, edits };
  }
  return best?.name ?? '';
}

/**
 * Problems and warnings of an address. Empty fields are not judged. A warning can be kept: the list of ZIP
 * codes is neither complete nor exact at the borders of states.
 */
export function checkAddress(address: { state: string; zip: string; city: string }): CheckAddressResponse {
  const zip = address.zip.trim();
  const problems: Record<string, string> = {};
  const warnings: Record<string, string> = {};
  const state = stateCode(address.state);
  if (address.state.trim() !== '' && !state) problems['property_state'] = UNKNOWN_STATE;
  if (zip !== '' && !isZip(zip)) problems['property_zip'] = WRONG_ZIP;
  const digits = ZIP.exec(zip)?.[1];
  if (digits) {
    const known = zipcodes.lookup(digits);
    if (!known) warnings['property_zip'] = `ZIP code ${digits} is not known. Keep it if it is right.`;
    else if (state && known.state !== state)
      warnings['property_zip'] =
        `ZIP code ${digits} is in ${known.city}, ${known.state}, not in ${stateName(state)}. Keep it if it is right.`;
  }
  return { problems, warnings, suggestedCity: state ? nearCity(address.city, state) : '' };
}
