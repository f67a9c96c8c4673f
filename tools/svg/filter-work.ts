import { wordSet } from './allowed/elements.ts'
import { childElements, type SvgElement } from './document.ts'

// Measured over 1,000 x 1,000 pixels: some 20 ms for those that read one pixel for each that they write, 20 to 300 ms
// for the others, and as much again for what these read, which a renderer draws anew for each of its tiles.
const NARROW = 50
const WIDE = 400
const MERGED = 10
const AGAIN = 2
const WIDE_PRIMITIVES =
  wordSet(`feGaussianBlur feDropShadow feMorphology feDisplacementMap feTurbulence feDiffuseLighting
  feSpecularLighting`)

const SOURCES = wordSet('SourceGraphic SourceAlpha')
const WITHOUT_INPUT = wordSet('feFlood feTurbulence')
const WITH_TWO_INPUTS = wordSet('feBlend feComposite feDisplacementMap')
const FILTER_CALL = /(?<![\w-])(blur|drop-shadow)?[\w-]* ?\(/gi

/**
 * What a filter costs where it is applied once. Renderers evaluate a primitive anew for each that reads it, so that a few
 * double their way to billions.
 */
export function filterWork(filter: SvgElement): number {
  const results = new Map<string, number>()
  let last = 0
  let once = 0
  for (const primitive of childElements(filter)) {
    const own = ownWork(primitive)
    const inputs = inputsOf(primitive).map(name => results.get(name) ?? (SOURCES.has(name) ? 0 : last))
    const read = inputs.reduce((sum, input) => sum + input, 0)
    last = own + (own === WIDE ? read * AGAIN : read)
    once += own
    const result = primitive.attributes.get('result')
    if (result !== undefined) results.set(result, last)
  }
  return Math.max(last, once)
}

function ownWork(primitive: SvgElement): number {
  if (primitive.name === 'feMerge') return NARROW + MERGED * primitive.children.length
  return WIDE_PRIMITIVES.has(primitive.name) ? WIDE : NARROW
}

/** What a primitive reads, by name; '' and names that are not there stand for what the one before it wrote. */
function inputsOf(primitive: SvgElement): string[] {
  const { name, attributes } = primitive
  if (WITHOUT_INPUT.has(name)) return []
  const first = attributes.get('in') ?? ''
  if (name === 'feMerge') return childElements(primitive).map(node => node.attributes.get('in') ?? '')
  return WITH_TWO_INPUTS.has(name) ? [first, attributes.get('in2') ?? ''] : [first]
}

/** The same of all that a filter property lists, each reading what the one before it wrote. */
export function filterListWork(value: string, named: readonly number[]): number {
  let work = 0
  for (const filter of named) work = work * AGAIN + filter
  for (const [call, wide] of value.matchAll(FILTER_CALL)) {
    if (!call.startsWith('url')) work = wide === undefined ? work + NARROW : work * AGAIN + WIDE
  }
  return work
}
