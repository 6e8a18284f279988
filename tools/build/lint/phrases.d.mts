export function phrasesIn(text: string): { phrase: string; instead: string }[];
