import { v7, validate } from 'uuid';

/** A new identifier: UUID v7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** Whether a text has the form of an identifier. Ids of another form exist nowhere: they answer "not found". */
export const isId = (text: string): boolean => validate(text);
