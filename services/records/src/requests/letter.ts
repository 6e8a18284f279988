import type { StoredFields } from './model.js';

interface Property {
  title: string;
  propertyAddress: string;
  propertyCity: string;
  propertyState: string;
  propertyZip: string;
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** Text of a request, to copy into a letter, an e-mail or a portal. */
export function letterOf(
  { agencyName, agencyAddress, subject, sentOn }: StoredFields,
  { title, propertyAddress, propertyCity, propertyState, propertyZip }: Property,
  records: readonly { list: string; recordId: string; name: string; address: string }[],
  sender: string,
): string {
  const property = [propertyAddress, propertyCity, `${propertyState} ${propertyZip}`.trim()].filter(
    (part) => part !== '',
  );
  return [
    lines(agencyName, agencyAddress),
    sentOn === '' ? '' : dateFormat.format(new Date(sentOn)),
    `Re: ${subject || 'Request for public records'}: ${property.join(', ') || title}`,
    'To the records access officer:',
    'Under the applicable freedom of information law, please provide the records that you have about this property: permits, inspections, violations, storage tanks, spills and releases, hazardous materials, cleanups, and controls.',
    records.length > 0
      ? lines(
          'Please include these records:',
          ...records.map(({ list, recordId, name, address }) => `- ${list} ${recordId}: ${[name, address].join(', ')}`),
        )
      : '',
    'If you have no records, please confirm it in writing. Please tell us before you incur a fee.',
    lines('Sincerely,', sender),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
