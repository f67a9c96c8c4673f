import { TEXT_ELEMENTS } from './allowed/elements.ts'
import { numbersOf } from './allowed/number-bounds.ts'
import type { SvgElement } from './document.ts'
import { lengthOf, type Measures } from './measures.ts'
import { pathLength } from './path-length.ts'

/** How much longer the outline of an intricate character is than its font is large. */
const CHARACTER_OUTLINE = 20

/** User units along which a dash may run in this element by itself; more than they are, never less. */
export function outlineLength(element: SvgElement, measures: Measures): number {
  const given = element.attributes.get('pathLength')
  const drawn = drawnLength(element, measures)
  // Dashes are laid out in what the author says the length is, where a renderer follows that.
  return given === undefined || drawn === 0 ? drawn : Math.max(drawn, ...numbersOf(given))
}

function drawnLength({ name, attributes, children }: SvgElement, measures: Measures): number {
  const sum = (...names: string[]) => names.reduce((total, one) => total + lengthOf(attributes.get(one), measures), 0)
  if (TEXT_ELEMENTS.has(name)) return charactersOf(children) * CHARACTER_OUTLINE * measures.font
  switch (name) {
    case 'path':
      return pathLength(attributes.get('d') ?? '')
    case 'polyline':
      return pathLength(`M${attributes.get('points') ?? '0 0'}`)
    case 'polygon':
      return pathLength(`M${attributes.get('points') ?? '0 0'}z`)
    case 'line':
      return sum('x1', 'x2', 'y1', 'y2')
    case 'rect':
      return 2 * sum('width', 'height')
    case 'circle':
      return 2 * Math.PI * sum('r')
    case 'ellipse':
      // Where one radius is missing it is as the other.
      return 4 * Math.PI * sum('rx', 'ry')
    default:
      return 0
  }
}

/** How many characters an element has by itself. */
export const charactersOf = (children: SvgElement['children']): number =>
  children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0)
