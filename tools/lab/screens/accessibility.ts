import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Impacts of axe that a person would stumble over. */
const SERIOUS = new Set(['serious', 'critical']);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until nothing moves in two consecutive frames: a colour transition begins a frame after its cause. */
const MOTION_ENDS = `(async () => {
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? 0))
      .filter(({ effect }) => !effect?.target?.matches('[data-timer-status]'));
  for (let still = 0; still < 2; still += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    if (moving().length === 0) continue;
    still = -1;
    // not for their ends: a paused animation, such as the timer of a hovered toast, never ends
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})()`;

/** Texts cut off without an ellipsis. */
const CUT_OFF = `[...document.querySelectorAll('button, a, [role="tab"], [role="menuitem"]')]
  .filter((element) => {
    const { clientWidth, scrollWidth } = element;
    if (clientWidth <= 1 || scrollWidth <= clientWidth + 2 || !element.textContent?.trim()) return false;
    const { overflowX, textOverflow } = getComputedStyle(element);
    return overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis';
  })
  .map((element) => element.outerHTML)`;

/** A modal question: the page behind it is hidden, and was checked before. */
export const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Serious findings of axe, and cut-off texts, one line each; of the whole page, or of a part that must be there. */
export async function seriousProblems(page: Page, where: string, part?: string): Promise<string[]> {
  if (part !== undefined) await page.locator(part).first().waitFor();
  // elements fading in have intermediate colours
  await page.evaluate(MOTION_ENDS);
  // the page's policy forbids foreign scripts; evaluating is not loading
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // the component library's focus sentinels pass the focus on at once
  const results = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    // without this, axe describes every passing element
    const options = { resultTypes: ['violations'] };
    const context = { exclude: ['[data-tabster-dummy]'], ...(selector && { include: [selector] }) };
    return (await axe.run(context, options)).violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes[0]?.html ?? '',
    }));
  }, part);
  const cutOff = await page.evaluate<string[]>(CUT_OFF);
  return [
    ...results.filter(({ impact }) => SERIOUS.has(impact)).map(({ id, html }) => `${id} ${html}`),
    ...cutOff.map((html) => `words cut off ${html}`),
  ].map((found) => `${where}: ${found.slice(0, 180)}`);
}

/** Settings of one check; width and height in CSS pixels. */
export interface Look {
  scheme: 'light' | 'dark';
  width: number;
  height?: number;
}

/** Checks a page in several looks without reloading it, as when the system theme or the window width changes. */
export async function seriousProblemsIn(
  page: Page,
  where: string,
  looks: readonly Look[],
  part?: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const { scheme, width, height = 800 } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    found.push(...(await seriousProblems(page, `${where} in ${scheme} at ${width} px`, part)));
  }
  return found;
}
