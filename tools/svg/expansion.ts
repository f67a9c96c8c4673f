import { SHAPES, STYLED, TEXT_ELEMENTS, TITLES } from './allowed/elements.ts'
import { type SvgElement, SvgFault } from './document.ts'
import { filterListWork, filterWork } from './filter-work.ts'
import type { Measures } from './measures.ts'
import { charactersOf, outlineLength } from './outline.ts'
import type { ReferenceGraph } from './references.ts'

/** What a renderer draws for one element, everything it refers to included. */
interface Extent {
  /** What drawing it takes; an element that shows nothing by itself takes 1. */
  work: number
  /** Elements that a fill or stroke paints. */
  painted: number
  shapes: number
  vertices: number
  /** User units of outlines that dashes may run along. */
  outline: number
  depth: number
}

// Measured in a browser without a GPU, over 1,000 x 1,000 pixels: all of it takes from half a second to some three.
const MAX_WORK = 8_000
const MAX_DEPTH = 128
const WORK = {
  painted: 2,
  vertex: 1 / 4,
  character: 1 / 4,
  dash: 1 / 2,
  gradient: 5,
  stop: 1 / 4,
  layer: 40,
  redrawn: 3,
}
const VERTEX = /[a-z]|\d*\.?\d+/gi

const tooMuch = (why: string) => new SvgFault('too_large', `takes too long to render: ${why}`)

/**
 * Refuses references in a circle, and what takes too long to draw. The work may be told too high, never too low. Outlines
 * are measured where `measures` are given.
 */
export function requireBounded(root: SvgElement, links: Map<SvgElement, ReferenceGraph>, measures?: Measures): void {
  const known = new Map<SvgElement, Extent | 'open'>()

  function measure(element: SvgElement, depth: number): Extent {
    const found = known.get(element)
    if (found === 'open') throw new SvgFault('cycle', 'has circular references')
    if (depth + (found?.depth ?? 1) > MAX_DEPTH) {
      throw new SvgFault('too_deep', `expands deeper than ${MAX_DEPTH} elements`)
    }
    if (found) return found
    known.set(element, 'open')
    const extent = unfold(own(element, measures), element, links.get(element)!, target => measure(target, depth + 1))
    if (extent.work > MAX_WORK) throw tooMuch('it has or repeats too many elements, layers and curves')
    known.set(element, extent)
    return extent
  }

  measure(root, 0)
}

function unfold(
  extent: Extent,
  element: SvgElement,
  links: ReferenceGraph,
  measure: (target: SvgElement) => Extent,
): Extent {
  const deepen = (target: SvgElement) => {
    const part = measure(target)
    extent.depth = Math.max(extent.depth, part.depth + 1)
    return part
  }
  for (const child of links.definitions) deepen(child)
  for (const part of links.parts.map(deepen)) {
    extent.work += part.work
    extent.painted += part.painted
    extent.shapes += part.shapes
    extent.vertices += part.vertices
    extent.outline += part.outline
  }
  const workOf = (targets: SvgElement[], each: (target: SvgElement, work: number) => number) =>
    targets.reduce((sum, target) => sum + each(target, deepen(target).work), 0)
  extent.work +=
    workOf(links.layers, (_, work) => WORK.layer + work) +
    (Object.keys(STYLED).some(name => element.attributes.has(name)) ? WORK.layer : 0) +
    filtering(extent, element, links.filters.map(deepen)) +
    extent.painted * workOf(links.paints, paintWork) +
    extent.shapes * workOf(links.ends, (_, work) => work) +
    extent.vertices * workOf(links.middles, (_, work) => work) +
    dashing(extent, links)
  return extent
}

const paintWork = ({ name }: SvgElement, work: number): number =>
  // A gradient paints without drawing.
  name.endsWith('Gradient') ? WORK.gradient + work * WORK.stop : WORK.layer + work

function filtering(content: Extent, { attributes }: SvgElement, filters: Extent[]): number {
  const value = attributes.get('filter')
  if (value === undefined) return 0
  const work = filterListWork(
    value,
    filters.map(filter => filter.work),
  )
  if (work > MAX_WORK) throw tooMuch('it filters too much')
  // A renderer draws what is filtered anew for each of its tiles.
  return work + content.work * WORK.redrawn
}

function dashing({ outline }: Extent, { dashes }: ReferenceGraph): number {
  const period = dashes.reduce((sum, dash) => sum + dash, 0)
  if (period === 0 || outline === 0) return 0
  const work = (outline / period) * dashes.length * WORK.dash
  if (work > MAX_WORK) throw tooMuch('its strokes have too many dashes')
  return work
}

function own(element: SvgElement, measures?: Measures): Extent {
  const { name, attributes, children } = element
  const extent = { work: 1, painted: 0, shapes: 0, vertices: 0, outline: 0, depth: 1 }
  if (name === 'filter') {
    extent.work = filterWork(element)
    if (extent.work > MAX_WORK) throw tooMuch('a filter has too many primitives, or reads their results too often')
    return extent
  }
  const isShape = SHAPES.has(name)
  if (!isShape && (!TEXT_ELEMENTS.has(name) || TITLES.has(name))) return extent
  const drawn = attributes.get('d') ?? attributes.get('points') ?? ''
  const vertices = isShape ? 2 + (drawn.match(VERTEX)?.length ?? 0) : 0
  const work = WORK.painted + vertices * WORK.vertex + charactersOf(children) * WORK.character
  const outline = measures ? outlineLength(element, measures) : 0
  return { ...extent, work, painted: 1, shapes: isShape ? 1 : 0, vertices, outline }
}
