import test from 'ava'
import { chanceFrom } from './chance.ts'
import { prose, tag } from './generated-text.ts'
import { ALONE, FEW, FOLLOWED, IDLE, idAt, isOutward, LEAST_SIZE, MANY, shapeOf, timeOf } from './shape.ts'
import { spacesOf } from './spaces.ts'

const NOW = Date.UTC(2026, 10, 22)

test('equal seeds give equal numbers, different seeds different ones', t => {
  const drawn = (seed: number) => {
    const chance = chanceFrom(seed)
    return [chance.share(), chance.below(1_000), chance.ranked(1_000), chance.heavy(2)]
  }
  t.deepEqual(drawn(1), drawn(1))
  t.notDeepEqual(drawn(1), drawn(2))
})

test('a power law draws low ranks most often, and its mean is four times the least value', t => {
  const chance = chanceFrom(3)
  const ranks = Array.from({ length: 10_000 }, () => chance.ranked(100))
  t.true(ranks.every(rank => rank >= 0 && rank < 100))
  t.true(ranks.filter(rank => rank < 10).length > 3_500)
  const heavy = Array.from({ length: 100_000 }, () => chance.heavy(1))
  t.true(heavy.every(one => one >= 1))
  const mean = heavy.reduce((sum, one) => sum + one, 0) / heavy.length
  t.true(mean > 3 && mean < 5, String(mean))
})

test('ids are distinct UUIDv7 values in the order of their times', t => {
  const shape = shapeOf(LEAST_SIZE, NOW)
  const ids = Array.from({ length: 5_000 }, (_, n) => idAt(timeOf(n, 5_000, shape), 4, n))
  for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  t.deepEqual(ids, [...new Set(ids)].sort())
  t.true(timeOf(4_999, 5_000, shape) <= shape.until)
})

test('the smallest seed contains all agents that are measured', t => {
  const shape = shapeOf(LEAST_SIZE, NOW)
  t.true([FEW, MANY, IDLE].every(({ from, count }) => from + count <= shape.agents))
  t.true(isOutward(FOLLOWED))
  t.false(isOutward(ALONE))
  for (const { members, n } of spacesOf(shape)) {
    t.true(members.length > 1, `space ${n}`)
    t.is(new Set(members).size, members.length, `space ${n}`)
    t.true(members.every(isOutward))
  }
})

test('there are 5,000 tags', t => {
  t.is(new Set(Array.from({ length: 5_000 }, (_, n) => tag(n))).size, 5_000)
})

test('each language is written in its script', t => {
  const chance = chanceFrom(5)
  const scripts = { en: 'Latin', ru: 'Cyrillic', zh: 'Han', ja: 'Katakana', th: 'Thai', ar: 'Arabic' }
  for (const [language, script] of Object.entries(scripts))
    t.regex(prose(language, 200, chance), new RegExp(`\\p{Script=${script}}`, 'u'))
})
