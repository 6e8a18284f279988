import { CHECKLIST_ITEMS, type ChecklistAnswer, type ChecklistItem } from '@symbio/proto/project/vocabulary';

export interface ChecklistEntry {
  item: ChecklistItem;
  /** Null: unanswered, with a note. */
  answer: ChecklistAnswer | null;
  note: string;
}

interface ChecklistGroup {
  title: string;
  items: readonly ChecklistItem[];
}

/** Every item once, in the order of the vocabulary. */
export const CHECKLIST_GROUPS: readonly ChecklistGroup[] = [
  {
    title: 'Storage',
    items: [
      'storage_tanks',
      'vent_and_fill_pipes',
      'drums_and_containers',
      'unidentified_containers',
      'chemicals_and_petroleum',
    ],
  },
  {
    title: 'Ground, waste and water',
    items: [
      'stained_ground',
      'stressed_vegetation',
      'pits_ponds_lagoons',
      'standing_liquids',
      'solid_waste',
      'wastewater',
      'septic_systems',
      'wells',
    ],
  },
  {
    title: 'Buildings and equipment',
    items: [
      'drains_and_sumps',
      'stained_floors',
      'odors',
      'pcb_equipment',
      'hydraulic_equipment',
      'heating_and_cooling',
    ],
  },
  { title: 'Around the property', items: ['adjoining_properties'] },
];

/** What to look for. */
export const CHECKLIST_HINTS: Readonly<Record<ChecklistItem, string>> = {
  storage_tanks: 'Above or below ground, in use or abandoned; pads, mounds and patches that suggest one',
  vent_and_fill_pipes: 'Pipes, caps and access covers that lead below ground',
  drums_and_containers: 'Number, content, condition, and what they stand on',
  unidentified_containers: 'Without a label, or with unknown content',
  chemicals_and_petroleum: 'Used, stored or spilled: fuels, oils, solvents, pesticides, paints',
  stained_ground: 'Extent, color, and where it comes from',
  stressed_vegetation: 'Bare or discolored, other than for lack of water or light',
  pits_ponds_lagoons: 'Also filled or dry ones, on the property or visible from it',
  standing_liquids: 'Pools with a sheen, a color or a smell',
  solid_waste: 'Dumped or buried waste, rubble, mounds and filled ground',
  wastewater: 'Discharges to a drain, a ditch, a stream or the ground',
  septic_systems: 'Tanks, leach fields and cesspools, in use or former',
  wells: 'Supply, monitoring, dry, irrigation, injection and abandoned wells',
  drains_and_sumps: 'Floor drains, catch basins, sumps, separators, and where they lead',
  stained_floors: 'Floors, walls and ceilings, other than by water',
  odors: 'Strong, sharp or harmful; where, and from what',
  pcb_equipment: 'Transformers, capacitors and old light ballasts; labels and leaks',
  hydraulic_equipment: 'Elevators, vehicle lifts, presses, dock levelers',
  heating_and_cooling: 'Which fuel heats and cools the buildings, today and before',
  adjoining_properties: 'Uses and conditions next door that may affect the property',
};

/** As the server does; entries without answer and note are removed. */
export function withEntry(entries: readonly ChecklistEntry[], changed: ChecklistEntry): ChecklistEntry[] {
  const all = [...entries.filter(({ item }) => item !== changed.item), changed];
  return CHECKLIST_ITEMS.flatMap((item) => all.find((entry) => entry.item === item) ?? []).filter(
    ({ answer, note }) => answer !== null || note !== '',
  );
}

/** `14 of 20 answered, 2 yes` */
export function progressText(entries: readonly ChecklistEntry[]): string {
  const answered = entries.filter(({ answer }) => answer !== null);
  const found = answered.filter(({ answer }) => answer === 'yes').length;
  return `${answered.length} of ${CHECKLIST_ITEMS.length} answered, ${found} yes`;
}
