import http from 'node:http';

/** Whether a URL answers 200 on a new connection. @param timeoutMs milliseconds */
export function answersOk(url: string, timeoutMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { timeout: timeoutMs, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('close', () => resolve(false));
  });
}
