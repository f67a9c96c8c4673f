import { type AttributeSelector, parse, type Selector as Token } from 'css-what'
import type { SourceElement } from './svg-source.ts'

type AttributeToken = Pick<AttributeSelector, 'name' | 'value'> & { action: keyof typeof COMPARISONS }

/** What one element must be. */
interface Compound {
  type: string | undefined
  id: string | undefined
  classes: string[]
  attributes: AttributeToken[]
  /** How the one before it in the selector is related to it. */
  relation: 'descendant' | 'child' | undefined
}

export interface Selector {
  compounds: Compound[]
  /** Ids before classes before types. */
  specificity: number
}

const MAX_CHARACTERS = 256
/** Arguments of pseudo-classes would be read as deep as they nest. */
const BEYOND_SIMPLE = /[():&]/
const ESCAPED = /\\./g
const COMPARISONS = {
  exists: () => true,
  equals: (value: string, expected: string) => value === expected,
  start: (value: string, expected: string) => expected !== '' && value.startsWith(expected),
  end: (value: string, expected: string) => expected !== '' && value.endsWith(expected),
  any: (value: string, expected: string) => expected !== '' && value.includes(expected),
}
const WEIGHT = { id: 65_536, class: 256, type: 1 }

/** A selector of types, classes, ids and `*`, below or directly below one another; `undefined` for others. */
export function readSelector(text: string): Selector | undefined {
  if (text.length > MAX_CHARACTERS || BEYOND_SIMPLE.test(text.replace(ESCAPED, ''))) return undefined
  const tokens = tokensOf(text)
  if (tokens.length === 0) return undefined
  const compounds: Compound[] = [newCompound(undefined)]
  let specificity = 0
  for (const token of tokens) {
    if (token.type === 'descendant' || token.type === 'child') compounds.push(newCompound(token.type))
    else {
      const weight = addTo(compounds.at(-1)!, token)
      if (weight === undefined) return undefined
      specificity += weight
    }
  }
  return { compounds, specificity }
}

const newCompound = (relation: Compound['relation']): Compound => ({
  type: undefined,
  id: undefined,
  relation,
  classes: [],
  attributes: [],
})

function tokensOf(text: string): Token[] {
  try {
    return parse(text)[0] ?? []
  } catch {
    return []
  }
}

/** Adds what a token asks; its weight, or `undefined` where it is none of those that are read. */
function addTo(compound: Compound, token: Token): number | undefined {
  if (token.type === 'universal') return token.namespace === null || token.namespace === '*' ? 0 : undefined
  if (token.type === 'tag') {
    if (token.namespace !== null) return undefined
    compound.type = token.name
    return WEIGHT.type
  }
  if (token.type !== 'attribute' || token.namespace !== null) return undefined
  const { name, value, action } = token
  // Both forms come as attributes: `#a` and `.a` are told by what is asked of letter cases.
  const isShort = token.ignoreCase === 'quirks'
  if (isShort && name === 'id' && compound.id === undefined) {
    compound.id = value
    return WEIGHT.id
  }
  if (isShort && name === 'class' && action === 'element') compound.classes.push(value)
  else if (token.ignoreCase !== true && isComparison(action)) compound.attributes.push({ name, value, action })
  else return undefined
  return isShort && name === 'id' ? WEIGHT.id : WEIGHT.class
}

const isComparison = (action: string): action is keyof typeof COMPARISONS => Object.hasOwn(COMPARISONS, action)

/** Where rules are looked up by what they ask of an element itself; '*' where that is any. */
export function selectorKeyOf({ compounds }: Selector): string {
  const { id, classes, type } = compounds.at(-1)!
  if (id !== undefined) return `#${id}`
  return classes[0] !== undefined ? `.${classes[0]}` : (type ?? '*')
}

/** The keys under which rules may be found that are about an element. */
export const selectorKeysOf = ({ name, id, classes }: SourceElement): string[] => [
  '*',
  name,
  ...Array.from(classes, one => `.${one}`),
  ...(id === undefined ? [] : [`#${id}`]),
]

/** Whether a selector is about an element. `ask` is called for each element that is looked at. */
export function isAbout(selector: Selector, element: SourceElement, ask: () => void): boolean {
  const { compounds } = selector
  const matches = (candidate: SourceElement, at: number): boolean => {
    ask()
    if (!isSuch(candidate, compounds[at]!)) return false
    if (at === 0) return true
    if (compounds[at]!.relation === 'child') return candidate.parent !== undefined && matches(candidate.parent, at - 1)
    for (let above = candidate.parent; above; above = above.parent) if (matches(above, at - 1)) return true
    return false
  }
  return matches(element, compounds.length - 1)
}

const isSuch = ({ name, id, classes, attributes }: SourceElement, compound: Compound): boolean =>
  (compound.type === undefined || compound.type === name) &&
  (compound.id === undefined || compound.id === id) &&
  compound.classes.every(one => classes.has(one)) &&
  compound.attributes.every(expected =>
    attributes.some(({ name, value }) => name === expected.name && COMPARISONS[expected.action](value, expected.value)),
  )
