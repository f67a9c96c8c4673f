import { ATTRIBUTES, ELEMENTS, PROPERTIES } from './elements.ts'
import { KNOWN_ATTRIBUTES, KNOWN_ELEMENTS, KNOWN_PROPERTIES, KNOWN_RULES } from './known-names.ts'

export type LossKind = 'elements' | 'attributes' | 'properties' | 'values' | 'references' | 'rules'

const SAYS: Readonly<Record<LossKind, string>> = {
  elements: 'elements of the drawing were dropped',
  attributes: 'attributes of the drawing were dropped',
  properties: 'properties of its styles were dropped',
  values: 'what is not allowed there was dropped from',
  references: 'references to what the drawing does not hold were dropped from',
  rules: 'parts of its style sheets were dropped',
}

const KNOWN: Readonly<Record<LossKind, ReadonlySet<string>>> = {
  elements: new Set([...ELEMENTS, ...KNOWN_ELEMENTS]),
  attributes: new Set([...ATTRIBUTES, ...PROPERTIES, ...KNOWN_ATTRIBUTES]),
  properties: new Set([...PROPERTIES, ...KNOWN_PROPERTIES]),
  values: new Set([...ATTRIBUTES, ...PROPERTIES, ...KNOWN_PROPERTIES]),
  references: new Set([...PROPERTIES, 'href']),
  rules: KNOWN_RULES,
}

const GROUPS: readonly [RegExp, string][] = [
  [/^on/i, 'on*'],
  [/^data-/, 'data-*'],
  [/^aria-/, 'aria-*'],
  [/^-/, 'names that begin with -'],
]

const NAMES_SHOWN = 12

/** What of a drawing is not stored, by kind and name; a name that the drawing made up is only counted (SVG-63). */
export class Losses {
  private readonly named = new Map<LossKind, Set<string>>()
  private readonly others = new Map<LossKind, Set<string>>()

  add(kind: LossKind, name: string): void {
    const group = GROUPS.find(([pattern]) => pattern.test(name))?.[1]
    const known = group ?? (KNOWN[kind].has(name) ? name : undefined)
    const names = known === undefined ? this.others : this.named
    const found = names.get(kind)
    if (found) found.add(known ?? name)
    else names.set(kind, new Set([known ?? name]))
  }

  has = (kind: LossKind): boolean => this.named.has(kind) || this.others.has(kind)

  /** One sentence for each kind. */
  warnings(): string[] {
    return (Object.keys(SAYS) as LossKind[])
      .filter(kind => this.has(kind))
      .map(kind => `${SAYS[kind]}: ${listed([...(this.named.get(kind) ?? [])], this.others.get(kind)?.size ?? 0)}`)
  }
}

function listed(names: string[], others: number): string {
  const shownNames = names.slice(0, NAMES_SHOWN)
  const unsaid = names.length - shownNames.length + others
  if (unsaid > 0) shownNames.push(shownNames.length > 0 ? `${unsaid} more` : `${unsaid} of other names`)
  return shownNames.join(', ')
}
