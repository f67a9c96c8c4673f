import { type SvgElement, SvgFault } from './document.ts'
import { SHAPES } from './elements.ts'
import type { Links } from './references.ts'

/** What a renderer draws for one element, everything it refers to included. */
interface Extent {
  elements: number
  shapes: number
  vertices: number
  depth: number
}

const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 128
const VERTEX = /[a-z]|\d*\.?\d+/gi

/** Refuses references in a circle, and those that unfold into too many elements. The count may be too high, never too low. */
export function requireBounded(root: SvgElement, links: Map<SvgElement, Links>): void {
  const known = new Map<SvgElement, Extent | 'open'>()

  function measure(element: SvgElement, depth: number): Extent {
    const found = known.get(element)
    if (found === 'open') throw new SvgFault('cycle', 'has references in a circle')
    if (depth + (found?.depth ?? 1) > MAX_DEPTH) {
      throw new SvgFault('too_deep', `unfolds deeper than ${MAX_DEPTH} elements`)
    }
    if (found) return found
    known.set(element, 'open')
    const extent = unfold(element, links.get(element)!, target => measure(target, depth + 1))
    if (extent.elements > MAX_ELEMENTS) {
      throw new SvgFault('too_large', `unfolds into more than ${MAX_ELEMENTS} elements`)
    }
    known.set(element, extent)
    return extent
  }

  measure(root, 0)
}

function unfold(element: SvgElement, links: Links, measure: (target: SvgElement) => Extent): Extent {
  const extent = own(element)
  const deepen = (part: Extent) => {
    extent.depth = Math.max(extent.depth, part.depth + 1)
    return part
  }
  for (const part of links.parts.map(measure).map(deepen)) {
    extent.elements += part.elements
    extent.shapes += part.shapes
    extent.vertices += part.vertices
  }
  const sizeOf = (targets: SvgElement[]) =>
    targets.reduce((sum, target) => {
      const { elements } = deepen(measure(target))
      // A gradient paints without drawing.
      return target.name.endsWith('Gradient') ? sum : sum + elements
    }, 0)
  extent.elements +=
    extent.elements * sizeOf(links.paints) +
    extent.shapes * sizeOf(links.ends) +
    extent.vertices * sizeOf(links.middles)
  return extent
}

function own({ name, attributes }: SvgElement): Extent {
  if (!SHAPES.has(name)) return { elements: 1, shapes: 0, vertices: 0, depth: 1 }
  const outline = attributes.get('d') ?? attributes.get('points') ?? ''
  return { elements: 1, shapes: 1, vertices: 2 + (outline.match(VERTEX)?.length ?? 0), depth: 1 }
}
