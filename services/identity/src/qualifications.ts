/** Qualification of an environmental professional, as the person states it. */
import { isCalendarDate, refuseFields } from '@symbio/runtime';
import type { Qualification } from '@symbio/proto/identity';
import { LICENSED_PATHS, isQualificationPath } from '@symbio/proto/identity/vocabulary';
import { MAX_LICENCE } from '@symbio/proto/limits';
import type { StoredQualification } from './model.js';

/** @throws AppError INVALID_ARGUMENT with every bad field */
export function checkQualification(input: Qualification): StoredQualification {
  const [licence, state, expiresOn] = [input.licence, input.state, input.expiresOn].map((value) => value.trim());
  const { path } = input;
  const fields: Record<string, string> = {};
  if (!isQualificationPath(path)) fields['path'] = 'Choose how you qualify.';
  else if (LICENSED_PATHS.includes(path)) {
    if (!licence) fields['licence'] = 'The number of the licence is required.';
    if (!state) fields['state'] = 'The state or tribe of the licence is required.';
  }
  for (const [name, value] of Object.entries({ licence, state }))
    if ((value ?? '').length > MAX_LICENCE) fields[name] = `At most ${MAX_LICENCE} characters are allowed.`;
  if (expiresOn && !isCalendarDate(expiresOn)) fields['expires_on'] = 'The expiry must be in the form YYYY-MM-DD.';
  refuseFields(fields);
  return {
    path: path as StoredQualification['path'],
    ...{ licence: licence ?? '', state: state ?? '', expiresOn: expiresOn ?? '' },
  };
}
