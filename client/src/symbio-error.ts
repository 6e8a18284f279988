/** An API error. Its message is a user-readable sentence. */
export class SymbioError extends Error {
  override readonly name = 'SymbioError';

  constructor(
    message: string,
    readonly status: number,
    /** Stable error code, such as `invalid_fields`. */
    readonly code: string,
    /** Problems by parameter or field; may be empty. */
    readonly fields: Readonly<Record<string, string>>,
    readonly request_id: string | null,
    /** Raw response body, which may have details such as the current item. */
    readonly body: unknown,
    /** `Idempotency-Key` of a POST: repeat the call with it safely. */
    readonly idempotencyKey: string | null = null,
  ) {
    super(message);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Error of an unsuccessful response, including those from proxies.
 * @param request the request
 */
export async function symbioErrorOf(response: Response, request?: Request): Promise<SymbioError> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // not from Symbio: a proxy answers in HTML
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
