import { SHAPES, TEXT_ELEMENTS, TITLES, wordSet } from './allowed/elements.ts'
import { childElements, type SvgElement, SvgFault } from './document.ts'
import type { References } from './references.ts'

/** What is drawn for one element, everything it refers to included. */
interface Count {
  /** Long paths and texts count as several elements. */
  elements: number
  filters: number
  dashes: number
  depth: number
}

const MOST = { elements: 8_000, filters: 50, dashes: 2_000 }
const MAX_DEPTH = 128
/** Vertices or characters that take a renderer as long as an element. */
const PER_ELEMENT = 8
/** User units in which dashes may repeat. */
const LEAST_PERIOD = 0.01
const VERTEX = /[a-z]|\d*\.?\d+/gi
const FILTER_CALL = /(?<![\w-])(?!url)[\w-]+ ?\(/gi

const SOURCES = wordSet('SourceGraphic SourceAlpha')
const WITHOUT_INPUT = wordSet('feFlood feTurbulence')
const WITH_TWO_INPUTS = wordSet('feBlend feComposite feDisplacementMap')

const tooMuch = (what: string) =>
  new SvgFault('too_large', `takes too long to render: it has or repeats too many ${what}`)

/** Refuses references in a circle, and too many elements, filters and dashes once references are followed. */
export function requireDrawable(root: SvgElement, references: Map<SvgElement, References>): void {
  const known = new Map<SvgElement, Count | 'open'>()

  function count(element: SvgElement, depth: number): Count {
    const found = known.get(element)
    if (found === 'open') throw new SvgFault('cycle', 'has circular references')
    if (depth + (found?.depth ?? 1) > MAX_DEPTH) {
      throw new SvgFault('too_deep', `expands deeper than ${MAX_DEPTH} elements`)
    }
    if (found) return found
    known.set(element, 'open')
    const own = references.get(element)!
    const total = countOwn(element, own)
    const add = (target: SvgElement, times: number) => {
      const part = count(target, depth + 1)
      total.elements += times * part.elements
      total.filters += times * part.filters
      total.dashes += times * part.dashes
      total.depth = Math.max(total.depth, part.depth + 1)
    }
    for (const target of own.parts) add(target, 1)
    for (const target of own.markers) add(target, verticesOf(element))
    for (const [what, most] of Object.entries(MOST)) if (total[what as keyof typeof MOST] > most) throw tooMuch(what)
    known.set(element, total)
    return total
  }

  count(root, 0)
}

function countOwn(element: SvgElement, { dashes }: References): Count {
  const { name, attributes } = element
  const characters = TEXT_ELEMENTS.has(name) && !TITLES.has(name) ? charactersOf(element) : 0
  const length = SHAPES.has(name) ? verticesOf(element) : characters
  const period = dashes.reduce((sum, dash) => sum + dash, 0)
  if (period !== 0 && period < LEAST_PERIOD) throw tooMuch('dashes')
  return {
    elements: 1 + Math.floor(length / PER_ELEMENT),
    filters: name === 'filter' ? filterPasses(element) : (attributes.get('filter')?.match(FILTER_CALL)?.length ?? 0),
    dashes: period === 0 ? 0 : dashes.length,
    depth: 1,
  }
}

const verticesOf = ({ attributes }: SvgElement): number =>
  2 + ((attributes.get('d') ?? attributes.get('points') ?? '').match(VERTEX)?.length ?? 0)

const charactersOf = ({ children }: SvgElement): number =>
  children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0)

/**
 * How many primitives a filter evaluates. Renderers evaluate a primitive again for each that reads it, so that a few
 * double their way to billions.
 */
function filterPasses(filter: SvgElement): number {
  const results = new Map<string, number>()
  let last = 0
  let all = 0
  for (const primitive of childElements(filter)) {
    const own = 1 + primitive.children.length
    const inputs = inputsOf(primitive).map(name => results.get(name) ?? (SOURCES.has(name) ? 0 : last))
    last = inputs.reduce((sum, input) => sum + input, own)
    all += own
    const result = primitive.attributes.get('result')
    if (result !== undefined) results.set(result, last)
  }
  return Math.max(last, all)
}

/** What a primitive reads, by name; '' and names that are not there stand for what the one before it wrote. */
function inputsOf(primitive: SvgElement): string[] {
  const { name, attributes } = primitive
  if (name === 'feMerge') return childElements(primitive).map(node => node.attributes.get('in') ?? '')
  const inputs = WITHOUT_INPUT.has(name) ? [] : WITH_TWO_INPUTS.has(name) ? ['in', 'in2'] : ['in']
  return inputs.map(input => attributes.get(input) ?? '')
}
