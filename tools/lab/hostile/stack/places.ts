/** From the body to a value. */
type Way = readonly (string | number)[];

export interface Place {
  /** For example `items[].title`. */
  where: string;
  name: string;
  /** Body with another value there. */
  with: (value: unknown) => unknown;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function changed(value: unknown, [step, ...rest]: Way, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? changed(item, rest, by) : item));
  const fields = isFields(value) ? value : {};
  return { ...fields, [step]: changed(fields[step], rest, by) };
}

function* waysOf(value: unknown, way: Way = []): Generator<Way> {
  if (way.length > 0) yield way;
  if (Array.isArray(value)) for (const item of value.slice(0, 1) as unknown[]) yield* waysOf(item, [...way, 0]);
  else if (isFields(value)) for (const [field, item] of Object.entries(value)) yield* waysOf(item, [...way, field]);
}

const inWords = (way: Way): string =>
  way.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[]` : text ? `${text}.${step}` : step), '');

/** Every path in a body, using the first item of each list. */
export const placesOf = (body: unknown): Place[] =>
  [...waysOf(body)].map((way) => ({
    where: inWords(way),
    name: way.findLast((step): step is string => typeof step === 'string') ?? '',
    with: (value) => changed(body, way, value),
  }));

export const textPlaces = (body: unknown): Place[] =>
  placesOf(body).filter((place) => valueAt(body, place) !== undefined);

function valueAt(body: unknown, place: Place): string | undefined {
  let seen: string | undefined;
  const probe = {};
  const walk = (one: unknown, other: unknown): void => {
    if (other === probe) seen = typeof one === 'string' ? one : undefined;
    else if (isFields(one) && isFields(other)) for (const name of Object.keys(other)) walk(one[name], other[name]);
    else if (Array.isArray(one) && Array.isArray(other)) other.forEach((item, index) => walk(one[index], item));
  };
  walk(body, place.with(probe));
  return seen;
}

export function textsUnder(answer: unknown, name: string): string[] {
  if (Array.isArray(answer)) return answer.flatMap((item) => textsUnder(item, name));
  if (!isFields(answer)) return [];
  return Object.entries(answer).flatMap(([field, value]) =>
    field === name && typeof value === 'string' ? [value] : textsUnder(value, name),
  );
}

const OF_PROGRAMS = /exception|undefined|(?<!or )\bnull\b|mongo|cast to|E11000|zod|\bat \S+:\d+|node_modules/i;

/** Fault of an answer to hostile input: success, or a refusal in a sentence, is required. */
export function answerFault(status: number, body: Buffer): string | undefined {
  if (status >= 200 && status < 400) return undefined;
  if (status < 400 || status >= 500) return `was answered ${status}: ${body.toString('utf8', 0, 200)}`;
  try {
    const { error: refusal } = JSON.parse(body.toString()) as { error?: unknown };
    // JSON-RPC, which models' tools speak, has an object there
    const error = isFields(refusal) ? refusal['message'] : refusal;
    if (typeof error === 'string' && error.length > 5 && !OF_PROGRAMS.test(error)) return undefined;
  } catch {
    // reported below: an answer that is not JSON
  }
  return `was refused (${status}) without a sentence: ${body.toString('utf8', 0, 200)}`;
}
