import { v5, v7, validate } from 'uuid';

/** A new identifier: UUID v7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** Whether a text has the form of an identifier. Ids of another form exist nowhere: they answer "not found". */
export const isId = (text: string): boolean => validate(text);

/** Where the ids of {@link namedId} are from. */
const NAMES = '6f1f4a52-9d2e-4c1b-8a57-2f6f0c7f3d11';

/** The identifier of what there is one of under a name: the same name has the same one, whoever asks. */
export const namedId = (name: string): string => v5(name, NAMES);
