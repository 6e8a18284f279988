/** Sets of numbers, which are joined until each holds all that belong together. */
export class DisjointSets {
  private readonly parents: number[] = [];

  /** Adds the next number, from 0 on, in a set of its own. */
  add(): number {
    return this.parents.push(this.parents.length) - 1;
  }

  join(one: number, other: number): void {
    this.parents[this.find(other)] = this.find(one);
  }

  /** Items by the set of their index, in the order of the first ones. */
  groups<T>(items: readonly T[]): T[][] {
    const groups = new Map<number, T[]>();
    for (const [index, item] of items.entries()) {
      const root = this.find(index);
      const group = groups.get(root);
      if (group) group.push(item);
      else groups.set(root, [item]);
    }
    return [...groups.values()];
  }

  private find(number: number): number {
    const { parents } = this;
    while (parents[number] !== number) number = parents[number] = parents[parents[number] ?? number] ?? number;
    return number;
  }
}
