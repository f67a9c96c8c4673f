import type { SvgElement } from './document.ts'
import { SVG_LABEL } from './label.ts'
import type { SourceElement } from './svg-source.ts'
import { isVisible } from './visible.ts'

const CONDITIONS = new Set(['requiredExtensions', 'requiredFeatures', 'systemLanguage'])

export const isConditional = (attribute: string): boolean => CONDITIONS.has(attribute)

/**
 * What is shown of a `switch`: the first child that needs no extension and of which something is left, before one that is
 * for readers of certain languages, and before HTML (SVG-52).
 */
export function chosenOf(
  { children }: SourceElement,
  keep: (child: SourceElement) => SvgElement['children'],
): SvgElement['children'] {
  const able = children.filter(child => typeof child !== 'string').filter(child => !textOf(child, 'requiredExtensions'))
  const drawn = able.filter(({ name }) => name !== SVG_LABEL)
  const forAll = drawn.filter(child => textOf(child, 'systemLanguage') === undefined)
  const forSome = drawn.filter(child => textOf(child, 'systemLanguage'))
  let first: SvgElement['children'] = []
  const labels = able.filter(({ name }) => name === SVG_LABEL)
  for (const child of [...forAll, ...forSome, ...labels]) {
    const parts = keep(child)
    const elements = parts.filter(part => typeof part !== 'string')
    if (elements.length > 0 && (elements.some(isVisible) || isEmpty(child))) return parts
    if (first.length === 0) first = parts
  }
  return first
}

const isEmpty = ({ children, isTrimmed }: SourceElement) =>
  !isTrimmed && children.every(child => typeof child === 'string')

const textOf = ({ attributes }: SourceElement, name: string): string | undefined =>
  attributes.find(attribute => attribute.name === name)?.value.trim()
