import { DEFINITIONS, SHAPES, TEXT_ELEMENTS, TITLES } from './allowed/elements.ts'
import { childElements, type SvgElement } from './document.ts'

/** Whether anything is drawn where an element stands, by what it is; whether paint and size let it be seen is not judged. */
export function isVisible(element: SvgElement): boolean {
  const { name, attributes } = element
  if (DEFINITIONS.has(name) || TITLES.has(name)) return false
  if (SHAPES.has(name)) return true
  if (name === 'use') return attributes.has('href')
  if (TEXT_ELEMENTS.has(name)) return hasText(element)
  return childElements(element).some(isVisible)
}

const hasText = ({ children }: SvgElement): boolean =>
  children.some(child => (typeof child === 'string' ? child.trim() !== '' : hasText(child)))
