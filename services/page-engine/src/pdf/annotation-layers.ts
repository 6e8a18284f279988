/** Annotations in layers (optional content, ISO 32000, 8.11) that are off: PDFium shows them. */
import { objectsWith } from './file-objects.js';
import { parseObject } from './parse-object.js';
import { PDFArray, PDFContext, PDFDict, PDFName, PDFRef, type PDFObject } from './pdf-lib.js';

const name = (text: string): PDFName => PDFName.of(text);

/** Deeper expressions are cyclic. */
const MAX_DEPTH = 32;

/** Of objects with an entry OC. */
export interface HiddenObjects {
  has(object: number): boolean;
}

export function readHiddenObjects(path: string): HiddenObjects {
  const context = PDFContext.create();
  const add = (keys: readonly string[], numbers?: ReadonlySet<number>): void => {
    for (const { object, generation, text } of objectsWith(path, keys, numbers))
      if (object > 0) context.assign(PDFRef.of(object, generation), parseObject(text, context));
  };
  add(['/OC']);
  const layers = new Layers(context, (number) => add([], new Set([number])));
  return { has: (object) => layers.hides(context.lookup(PDFRef.of(object))) };
}

class Layers {
  readonly #settings: PDFDict | undefined;
  readonly #expressions = new Map<PDFArray, boolean>();
  /** Loaded, or not in the file: each search reads all of it. */
  readonly #sought = new Set<number>();

  constructor(
    private readonly context: PDFContext,
    private readonly load: (object: number) => void,
  ) {
    const catalogs = context.enumerateIndirectObjects().filter(([, object]) => this.#dict(object, 'OCProperties'));
    this.#settings = this.#dict(this.#dict(catalogs.at(-1)?.[1], 'OCProperties'), 'D');
  }

  /** Whether an object's own layer is off. */
  hides(object: PDFObject | undefined): boolean {
    const layer = object instanceof PDFDict ? object.get(name('OC')) : undefined;
    return layer !== undefined && !this.#shows(layer);
  }

  #shows(layer: PDFObject): boolean {
    const dict = this.#found(layer);
    if (!(dict instanceof PDFDict) || dict.get(name('Type')) !== name('OCMD')) return this.#isOn(layer);
    const expression = dict.get(name('VE'));
    if (this.#found(expression) instanceof PDFArray) return this.#holds(expression);
    const groups = dict.get(name('OCGs'));
    const all = this.#found(groups) instanceof PDFArray ? this.#array(dict, 'OCGs') : [groups];
    const states = all.flatMap((group) => (group instanceof PDFRef ? [this.#isOn(group)] : []));
    if (states.length === 0) return true;
    switch (dict.get(name('P'))) {
      case name('AllOn'):
        return states.every(Boolean);
      case name('AnyOff'):
        return !states.every(Boolean);
      case name('AllOff'):
        return !states.some(Boolean);
      default:
        return states.some(Boolean);
    }
  }

  /** A group, or a visibility expression. */
  #holds(value: PDFObject | undefined, depth = 0): boolean {
    const expression = this.#found(value);
    if (!(expression instanceof PDFArray)) return value !== undefined && this.#isOn(value);
    const known = this.#expressions.get(expression);
    if (known !== undefined || depth > MAX_DEPTH) return known ?? false;
    // unless it contains itself
    this.#expressions.set(expression, false);
    const [operator, ...operands] = expression.asArray();
    const states = operands.map((operand) => this.#holds(operand, depth + 1));
    const holds =
      operator === name('Not') ? !states[0] : operator === name('And') ? states.every(Boolean) : states.some(Boolean);
    this.#expressions.set(expression, holds);
    return holds;
  }

  #isOn(group: PDFObject): boolean {
    const view = this.#dict(this.#dict(this.#found(group), 'Usage'), 'View')?.get(name('ViewState'));
    if (view) return view !== name('OFF');
    if (this.#array(this.#settings, 'OFF').includes(group)) return false;
    return this.#settings?.get(name('BaseState')) !== name('OFF') || this.#array(this.#settings, 'ON').includes(group);
  }

  #found(value: PDFObject | undefined): PDFObject | undefined {
    if (!(value instanceof PDFRef)) return value;
    const { objectNumber } = value;
    if (!this.context.lookup(value) && !this.#sought.has(objectNumber)) {
      this.#sought.add(objectNumber);
      this.load(objectNumber);
    }
    return this.context.lookup(value);
  }

  #dict(holder: PDFObject | undefined, key: string): PDFDict | undefined {
    const value = holder instanceof PDFDict ? this.#found(holder.get(name(key))) : undefined;
    return value instanceof PDFDict ? value : undefined;
  }

  #array(holder: PDFDict | undefined, key: string): PDFObject[] {
    const value = this.#found(holder?.get(name(key)));
    return value instanceof PDFArray ? value.asArray() : [];
  }
}
