import { Problem } from '../core/problems/problem.ts'
import { Losses } from './allowed/removed-parts.ts'
import { SvgFault } from './document.ts'
import { requireDrawable } from './drawing-limits.ts'
import { parseSvg } from './parse.ts'
import { linkReferences } from './references.ts'
import { serializeSvg } from './serialize.ts'
import { isVisible } from './visible.ts'

/** What is stored of an SVG (SVG-17), a fixed point (SVG-18), and the warnings for its author about the rest (SVG-62). */
export interface SanitizedSvg {
  svg: string
  warnings: string[]
}

/**
 * Reduces an SVG to what is harmless in any page: no script, no address outside of the drawing, nothing that costs a
 * viewer more than a picture may.
 *
 * Steps: read as XML, judge each element, attribute and value by lists of
 * what is allowed, with style sheets resolved to attributes; resolve references within the drawing; check its cost;
 * write it. Invariants: only what is listed is stored, never what merely is not forbidden; the output, read again, is
 * the same; what is removed is reported.
 */
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
