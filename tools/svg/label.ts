import { wordSet } from './allowed/elements.ts'
import { allowedValue } from './allowed/values.ts'
import type { SvgElement } from './document.ts'

/** HTML in a drawing, of which the words are kept. */
export const SVG_LABEL = 'foreignObject'

const HTML = 'http://www.w3.org/1999/xhtml'
const BLOCKS = wordSet('body div p br li ul ol h1 h2 h3 h4 h5 h6 table tr')
const INLINE = wordSet('html a abbr b code em font i mark s small span strong sub sup td th tbody u')
const LENGTH = /^-?\d*\.?\d+(?:px)?$/
const LINE_EM = 1.2
const MOST_LINES = 20

export const isTextElement = (uri: string, local: string): boolean =>
  uri === HTML && (BLOCKS.has(local) || INLINE.has(local))

export const breaksLine = (local: string): boolean => BLOCKS.has(local)

/** The lines of text, with one blank for white space. */
function linesOf(parts: readonly unknown[]): string[] {
  const text = parts.filter(part => typeof part === 'string').join('')
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .slice(0, MOST_LINES)
}

/** The words of HTML in its middle; `undefined` where there are none, or numbers do not say where that is (SVG-54). */
export function svgLabelOf(attributes: SvgElement['attributes'], parts: readonly unknown[]): SvgElement | undefined {
  const lines = linesOf(parts)
  const middle = (start: string, extent: string): string | undefined => {
    const [from, length] = [attributes.get(start) ?? '0', attributes.get(extent) ?? '']
    if (!LENGTH.test(from) || !LENGTH.test(length)) return undefined
    return allowedValue(start, String(Number((Number.parseFloat(from) + Number.parseFloat(length) / 2).toFixed(3))))
  }
  const [x, y] = [middle('x', 'width'), middle('y', 'height')]
  if (x === undefined || y === undefined || lines.length === 0) return undefined
  for (const name of ['x', 'y', 'width', 'height']) attributes.delete(name)
  const placed = { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central', fill: 'currentColor', stroke: 'none' }
  for (const [name, value] of Object.entries(placed)) attributes.set(name, value)
  return { name: 'text', attributes, children: lines.length === 1 ? lines : spansOf(lines, x) }
}

function spansOf(lines: readonly string[], x: string): SvgElement[] {
  const first = -(lines.length - 1) * (LINE_EM / 2)
  return lines.map((line, at) => ({
    name: 'tspan',
    attributes: new Map([
      ['x', x],
      ['dy', `${at === 0 ? Number(first.toFixed(2)) : LINE_EM}em`],
    ]),
    children: [line],
  }))
}
