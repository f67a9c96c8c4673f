import test from 'ava'
import { figuresOf } from './herd.ts'

/** Polls at as many a second as there are durations in it, from the first second on. */
const pollsOf = (seconds: readonly (readonly (number | null)[])[]) =>
  seconds.flatMap((times, second) => times.map((ms, n) => ({ at: second * 1_000 + n, ms })))

const SOUND = [5, 5, 6]

test('the herd ends with the last second in which a poll was slow or refused', t => {
  const before = Array.from({ length: 8 }, () => SOUND)
  const after = [[null, null, 5], [400, 5, 5], SOUND, [101, 5, 5], ...Array.from({ length: 16 }, () => SOUND)]
  const { before: quiet, down, seconds, worst } = figuresOf(pollsOf([...before, ...after]))
  t.is(quiet, 6)
  t.is(down, 0.001)
  t.is(worst, 400)
  t.is(seconds, 4)
})

test('a herd that does not end has no figure', t => {
  const polls = pollsOf([...Array.from({ length: 27 }, () => SOUND), [5, 300, 5]])
  t.is(figuresOf(polls).seconds, Number.NaN)
})
