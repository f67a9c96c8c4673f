import test from 'ava'
import { attackDrawing, harmless, refusedAttacks, trimmedAttacks } from '../../testing/values/svg-attacks.ts'
import { SvgFault } from './document.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const storedOf = (text: string): string => sanitizeSvg(text).svg

const REASONS = { dashes: /dashes$/, filters: /filters$/, elements: /elements$/ }

for (const [reason, attacks] of Object.entries(refusedAttacks)) {
  test(`a drawing that takes too long is refused with the reason: ${reason}`, t => {
    for (const [what, body] of Object.entries(attacks)) {
      const fault = t.throws(() => storedOf(attackDrawing(body)), { instanceOf: SvgFault }, what)
      t.is(fault?.code, 'too_large', what)
      t.regex(fault?.message ?? '', REASONS[reason as keyof typeof REASONS], what)
    }
  })
}

test('attributes out of range are removed, and the rest is unchanged', t => {
  for (const [what, [given, left]] of Object.entries(trimmedAttacks)) {
    t.is(storedOf(attackDrawing(given)), attackDrawing(left), what)
    t.is(storedOf(attackDrawing(left)), attackDrawing(left), what)
  }
})

test('drawings that take a moment are unchanged', t => {
  for (const [what, body] of Object.entries(harmless)) t.is(storedOf(attackDrawing(body)), attackDrawing(body), what)
})
