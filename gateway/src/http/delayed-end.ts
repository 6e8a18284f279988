import type { Response } from 'express';

/**
 * Runs work when a response is about to end, and ends it after the work.
 *
 * @param begin gets the JSON body, undefined for other bodies; returns undefined to end at once. Its promise must not
 *   reject.
 */
export function delayEnd(response: Response, begin: (body: unknown) => Promise<unknown> | undefined): void {
  let sent: unknown;
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    sent = body;
    return json(body);
  };
  const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
  response.end = ((...args: unknown[]) => {
    response.end = end as typeof response.end;
    const work = begin(sent);
    if (!work) return end(...args);
    void work.then(() => end(...args));
    return response;
  }) as typeof response.end;
}
