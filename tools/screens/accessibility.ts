import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Impacts of axe that a person would stumble over. */
const SERIOUS = new Set(['serious', 'critical']);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Waits until nothing moves in two frames one after the other: a change of colours begins a frame after what causes it.
 * Movements that never end, as those of spinners, are left out, and the time of a toast, which is an animation that shows nothing;
 * one that is taken back has ended, too.
 */
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
    // not for their ends: one that is paused meanwhile, as the time of a toast under the pointer, never ends
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})()`;

/**
 * Finds buttons, links and tabs that lose the end of their words: too narrow for them, without the dots that say that more was said.
 * What fits but for a rounding is well, and so is what only screen readers meet.
 */
const CUT_OFF = `[...document.querySelectorAll('button, a, [role="tab"], [role="menuitem"]')]
  .filter((element) => {
    const { clientWidth, scrollWidth } = element;
    if (clientWidth <= 1 || scrollWidth <= clientWidth + 2 || !element.textContent?.trim()) return false;
    const { overflowX, textOverflow } = getComputedStyle(element);
    return overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis';
  })
  .map((element) => element.outerHTML)`;

/** What axe finds serious on a page, and words that are cut off, one line each. */
export async function seriousProblems(page: Page, where: string): Promise<string[]> {
  // what fades in has no colours of its own yet
  await page.evaluate(MOTION_ENDS);
  // the page's own policy forbids scripts from elsewhere; evaluating is not loading
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // sentinels of the component library at the ends of a toolbar hand the focus on at once: nobody stands on them
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    // of what is well it would describe every element
    const options = { resultTypes: ['violations'] };
    return (await axe.run({ exclude: ['[data-tabster-dummy]'] }, options)).violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes[0]?.html ?? '',
    }));
  });
  const cutOff = await page.evaluate<string[]>(CUT_OFF);
  return [
    ...results.filter(({ impact }) => SERIOUS.has(impact)).map(({ id, html }) => `${id} ${html}`),
    ...cutOff.map((html) => `words cut off ${html}`),
  ].map((found) => `${where}: ${found.slice(0, 180)}`);
}

/** How a page is looked at; width and height in CSS pixels. */
export interface Look {
  scheme: 'light' | 'dark';
  width: number;
  height?: number;
}

/**
 * The same of a page that is looked at in several ways without being loaded anew, as it is when somebody's system turns
 * dark or a window is made narrow. It stays as it was looked at last.
 */
export async function seriousProblemsIn(page: Page, where: string, looks: readonly Look[]): Promise<string[]> {
  const found: string[] = [];
  for (const { scheme, width, height = 800 } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    found.push(...(await seriousProblems(page, `${where} in ${scheme} at ${width} px`)));
  }
  return found;
}
