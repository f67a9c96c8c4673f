import { Problem } from '../core/problems/problem.ts'
import { Losses } from './allowed/removed-parts.ts'
import { SvgFault } from './document.ts'
import { requireDrawable } from './drawing-limits.ts'
import { parseSvg } from './parse.ts'
import { linkReferences } from './references.ts'
import { serializeSvg } from './serialize.ts'
import { isVisible } from './visible.ts'

/** What is stored of an SVG (SVG-17), a fixed point (SVG-18), and what its author is told of the rest (SVG-62). */
export interface SanitizedSvg {
  svg: string
  warnings: string[]
}

export function sanitizeSvg(svg: string): SanitizedSvg {
  const losses = new Losses()
  const root = parseSvg(svg, losses)
  const links = linkReferences(root, losses)
  if ((losses.has('elements') || losses.has('references')) && !isVisible(root)) {
    throw new SvgFault(
      'nothing_visible',
      'has no visible content after sanitizing: it can contain shapes, texts and uses',
    )
  }
  if (links) requireDrawable(root, links)
  return { svg: serializeSvg(root), warnings: losses.warnings() }
}

/** As `sanitizeSvg`; what cannot be an SVG, or does not fit once it is one, is refused. */
export function requireSvg(svg: string, pointer: string, fits: (sanitized: string) => boolean): SanitizedSvg {
  try {
    const drawing = sanitizeSvg(svg)
    if (fits(drawing.svg)) return drawing
    throw new SvgFault('too_large', 'is too large after sanitizing')
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error
    throw new Problem('svg-rejected', 'This is not an acceptable SVG image. See `errors` for details.', {
      errors: [{ pointer, code: error.code, message: error.message }],
    })
  }
}
