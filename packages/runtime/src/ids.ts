import { v5, v7, validate } from 'uuid';

/** New UUID v7, sortable by creation time. */
export const newId = (): string => v7();

/** Whether a text is a valid id. Other ids are answered as "not found". */
export const isId = (text: string): boolean => validate(text);

/** Namespace of {@link namedId}. */
const NAMES = '6f1f4a52-9d2e-4c1b-8a57-2f6f0c7f3d11';

export const namedId = (name: string): string => v5(name, NAMES);
