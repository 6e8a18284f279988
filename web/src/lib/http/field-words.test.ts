import { messageInWords } from './field-words.js';

it.each([
  ['text', 'text is too long (at most 4000 characters)', 'Text is too long (at most 4000 characters)'],
  ['delivery_date', 'delivery_date must be a date', 'Delivery date must be a date'],
  ['feature_of_interest_id', 'feature_of_interest_id is required', 'Feature of interest is required'],
  ['distance_ft', 'distance_ft must be a number of feet', 'Distance must be a number of feet'],
  ['documentId', 'documentId is required', 'Document is required'],
  ['suggestedCategory', 'suggestedCategory must be a text', 'Suggested category must be a text'],
  ['answers.3.note', 'answers.3.note is too long', 'Answers 4, note is too long'],
  // some schemas name the last part only
  ['points.0.name', 'name must have at most 80 characters', 'Points 1, name must have at most 80 characters'],
  ['q', 'q must have a letter or a digit', 'Search text must have a letter or a digit'],
])('a message about %s names it in words: %s', (path, message, words) => {
  expect(messageInWords(path, message)).toBe(words);
});

it.each([
  ['title', 'Title is required'],
  ['EVI-1', 'A feature has no determination.'],
  ['text', 'textual remarks are not possible'],
])('a message about %s that is a sentence already stays: %s', (path, message) => {
  expect(messageInWords(path, message)).toBe(message);
});
