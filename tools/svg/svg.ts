import { Problem } from '../kernel/problems/problems.ts'
import { SvgFault } from './document.ts'
import { requireBounded } from './expansion.ts'
import { measureDashed } from './measures.ts'
import { parseSvg } from './parse.ts'
import { linkReferences } from './references.ts'
import { serializeSvg } from './serialize.ts'

/** What is stored of an SVG (SVG-17), a fixed point (SVG-18). */
export function sanitizeSvg(svg: string): string {
  const root = parseSvg(svg)
  const measures = measureDashed(root)
  const links = linkReferences(root)
  if (links) requireBounded(root, links, measures)
  return serializeSvg(root)
}

/** As `sanitizeSvg`; what cannot be an SVG, or does not fit once it is one, is refused. */
export function requireSvg(svg: string, pointer: string, fits: (sanitized: string) => boolean): string {
  try {
    const sanitized = sanitizeSvg(svg)
    if (fits(sanitized)) return sanitized
    throw new SvgFault('too_large', 'is too large once it is sanitized')
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error
    throw new Problem('svg-rejected', 'This cannot be shown as an SVG image; `errors` says why.', {
      errors: [{ pointer, code: error.code, message: error.message }],
    })
  }
}
