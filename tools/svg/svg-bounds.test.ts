import test from 'ava'
import { attackDrawing, harmless, refusedAttacks, trimmedAttacks } from '../../testing/values/svg-attacks.ts'
import { SvgFault } from './document.ts'
import { pathLength } from './path-length.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const storedOf = (text: string): string => sanitizeSvg(text).svg

const REASONS = { dashes: /dashes$/, filter: /filter/, repeats: /repeats/ }

for (const [reason, attacks] of Object.entries(refusedAttacks)) {
  test(`a drawing that takes too long is refused with the reason: ${reason}`, t => {
    for (const [what, body] of Object.entries(attacks)) {
      const fault = t.throws(() => storedOf(attackDrawing(body)), { instanceOf: SvgFault }, what)
      t.is(fault?.code, 'too_large', what)
      t.regex(fault?.message ?? '', REASONS[reason as keyof typeof REASONS], what)
    }
  })
}

test('attributes beyond their range go, and what is left stays as it is', t => {
  for (const [what, [given, left]] of Object.entries(trimmedAttacks)) {
    t.is(storedOf(attackDrawing(given)), attackDrawing(left), what)
    t.is(storedOf(attackDrawing(left)), attackDrawing(left), what)
  }
})

test('drawings that take a moment stay as they were drawn', t => {
  for (const [what, body] of Object.entries(harmless)) t.is(storedOf(attackDrawing(body)), attackDrawing(body), what)
})

test('no path is longer than it is told to be', t => {
  for (const [data, length] of [
    ['', 0],
    ['M1 1', 0],
    ['M0 0H3V4', 7],
    ['M0,0h3v4z', 12],
    ['M0 0 3 0 3 4', 7],
    ['m1 1l3-4 .5.5z', 5 + Math.SQRT1_2 + Math.hypot(3.5, 3.5)],
    ['M0 0C0 1 1 1 1 0s1-1 1 0', 3 + 3],
    ['M0 0Q0 1 1 1T2 2', 2 + 2],
    ['M0 0a1 1 0 0110 0', 2 * Math.PI * 5],
    ['M0 0a2 1 0 1 1 1 0', 4 * Math.PI],
    ['M0 0a0 1 0 0 1 3 4', 5],
    ['M1e1 0L-1E+1 0', 20],
    ['M0 0L1', Infinity],
    ['M0 0h1 x', Infinity],
    ['M0 0a1 1 0 2 0 1 1', Infinity],
  ] as const) {
    const found = pathLength(data)
    t.true(found === length || Math.abs(found - length) < 1e-9, `${data}: ${found}, not ${length}`)
  }
})
