import { STYLED } from './allowed/elements.ts'
import type { SvgElement } from './document.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const UNESCAPES = Object.fromEntries(Object.entries(ESCAPES).map(([character, reference]) => [reference, character]))

const escapeText = (text: string) => text.replace(/[&<>"\r]/g, character => ESCAPES[character]!)

/** The one form in which an SVG is stored. */
export function serializeSvg(root: SvgElement): string {
  return writeElement(root, ' xmlns="http://www.w3.org/2000/svg"')
}

function writeElement({ name, attributes, children }: SvgElement, declaration = ''): string {
  let text = `<${name}${declaration}`
  let style = ''
  for (const [attribute, value] of attributes) {
    if (Object.hasOwn(STYLED, attribute)) style += `${style && ';'}${attribute}:${value}`
    else text += ` ${attribute}="${escapeText(value)}"`
  }
  if (style !== '') text += ` style="${style}"`
  if (children.length === 0) return `${text}/>`
  text += '>'
  for (const child of children) text += typeof child === 'string' ? escapeText(child) : writeElement(child)
  return `${text}</${name}>`
}

/** The texts of a stored SVG, in which a `<` or `>` always belongs to a tag. */
export function svgTexts(stored: string): string[] {
  return stored
    .split(/<[^>]*>/)
    .filter(text => text.trim() !== '')
    .map(text => text.replace(/&(?:amp|lt|gt|quot|#13);/g, reference => UNESCAPES[reference]!))
}
