/** The refusal of a request, as a program can act on it. Its message is a sentence for a person. */
export class SymbioError extends Error {
  override readonly name = 'SymbioError';

  constructor(
    message: string,
    /** HTTP status. */
    readonly status: number,
    /** A stable name of the refusal, such as `invalid_fields`. */
    readonly code: string,
    /** What is wrong with each parameter or field; empty when nothing was. */
    readonly fields: Readonly<Record<string, string>>,
    /** Of the request: name it when you ask about it. */
    readonly request_id: string | null,
    /** The answer as it came: some refusals say more, such as the item as it is now. */
    readonly body: unknown,
    /** `Idempotency-Key` of a POST: the same call under it is a repeat, which makes nothing twice. */
    readonly idempotencyKey: string | null = null,
  ) {
    super(message);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The error of an answer that is no success; also of one that something in between has made.
 * @param request what was answered
 */
export async function symbioErrorOf(response: Response, request?: Request): Promise<SymbioError> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // not of Symbio's making: a proxy answers in HTML
  }
  const { error, code, request_id, fields } = isRecord(body) ? body : {};
  return new SymbioError(
    typeof error === 'string' ? error : `The server answered ${response.status}.`,
    response.status,
    typeof code === 'string' ? code : `http_${response.status}`,
    isRecord(fields) ? (fields as Record<string, string>) : {},
    typeof request_id === 'string' ? request_id : response.headers.get('x-request-id'),
    body,
    request?.headers.get('idempotency-key') ?? null,
  );
}
