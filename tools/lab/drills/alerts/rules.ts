/** Chart's alert rules with values filled in and shortened times. */

/** Speed-up compared with the chart: windows, `for`, and age thresholds. */
export const FACTOR = 20;

/** Threshold values that are durations in seconds; those for lag ages are found in the queries. */
const AGES = ['jobWaitSeconds'];

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

const divided = (text: string): string =>
  text.replace(/^(\d+)([smh])$/, (_whole, count: string, unit: string) => {
    const seconds = Math.round((Number(count) * (UNIT_SECONDS[unit] ?? 1)) / FACTOR);
    return `${Math.max(seconds, 2)}s`;
  });

/**
 * Fills in the chart's placeholders.
 *
 * @param text of charts/symbio/files/alerts.yaml
 * @param values by name: `namespace`, `prefix` and the thresholds of the chart's values
 */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\[\[ (\w+) \]\]/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the alerts ask for ${name}, which has no value`);
    return String(value);
  });
}

/** The same with all times divided by {@link FACTOR}. */
export function quickRules(text: string, values: Readonly<Record<string, string | number>>): string {
  const shorter = Object.entries(values).map(([name, value]) =>
    AGES.includes(name) ? [name, Number(value) / FACTOR] : [name, value],
  );
  return filled(text, Object.fromEntries(shorter) as Record<string, string | number>)
    .replaceAll(
      /(lag_seconds\{[^}]*\}\) > )(\d+)/g,
      (_whole, before: string, age: string) => before + Number(age) / FACTOR,
    )
    .replaceAll(/\[(\d+[smh])\]/g, (_whole, window: string) => `[${divided(window)}]`)
    .replaceAll(/(\bfor: )(\d+[smh])/g, (_whole, before: string, wait: string) => before + divided(wait));
}
