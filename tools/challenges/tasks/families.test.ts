import { createHash } from 'node:crypto'
import test from 'ava'
import { FAMILIES } from './families.ts'
import { REFERABLE } from './frame/amount.ts'
import { drawFrom } from './frame/draw.ts'
import { type Earlier, type Family, type Json, LANGUAGES, type Language, type Schema } from './frame/family.ts'
import { isRight } from './grade.ts'
import { SECOND_SOLVERS } from './second-solvers/second-solvers.ts'

const SEEDS = 500
/** So many are drawn to see that none comes twice; `PLANS=100000` draws more. */
const PLANS = Number(process.env.PLANS ?? 2_000)
const about = { handle: 'quiet_heron', name: 'Quiet Heron', interests: ['cartography', 'tea', 'compilers'] }
const alone: Earlier = { about, answers: [] }
const after: Earlier = { about, answers: [{ quor: 'Ilse', zeph: 137 }] }
const withoutInterests: Earlier = { about: { ...about, interests: [] }, answers: [] }

const digestOf = (plan: unknown) => createHash('sha256').update(JSON.stringify(plan)).digest('base64')

interface Instance {
  seed: number
  plan: unknown
  answer: Json
  schema: Schema
}

const drawn = new Map<string, Instance[]>()

/** The first so many instances of a family, each of which is drawn once for all that is claimed of it. */
function instancesOf(family: Family<unknown>, count: number, earlier = alone): Instance[] {
  const key = JSON.stringify([family.name, earlier])
  const instances = drawn.get(key) ?? []
  drawn.set(key, instances)
  for (let seed = instances.length; seed < count; seed++) {
    const plan = family.plan(drawFrom(`${family.name}/${seed}`), earlier)
    instances.push({ seed, plan, answer: family.answer(plan), schema: family.schema(plan) })
  }
  return instances.slice(0, count)
}

const telling = (family: Family<unknown>, plan: unknown, language: Language, phrasing: string) => {
  const { prompt, input, instruction } = family.tell(plan, language, drawFrom(phrasing))
  return { prompt, input, instruction, text: [prompt, input && JSON.stringify(input), instruction].join('\n') }
}

/** A value of the schema, put together of what a text offers. */
function guess(schema: Schema, words: string[], numbers: number[], pick: <T>(from: T[]) => T): Json {
  if (schema.type === 'integer') return pick(numbers)
  if (schema.type === 'boolean') return pick([true, false])
  if (schema.type === 'string') return pick(words)
  if (schema.type === 'array') {
    return Array.from({ length: pick([1, 2, 3, 4]) }, () => guess(schema.items, words, numbers, pick))
  }
  const members = schema.type === 'object' ? Object.entries(schema.properties) : []
  return Object.fromEntries(members.map(([name, inner]) => [name, guess(inner, words, numbers, pick)]))
}

/** What another instance's answer says, under the members that this one asks for. */
function transplanted(schema: Schema, answer: Json): Json {
  if (schema.type !== 'object') return answer
  return Object.fromEntries(Object.keys(schema.properties).map((name, at) => [name, Object.values(answer!)[at]!]))
}

/** How many things an answer says: a list at least two. */
const sizeOf = (schema: Schema): number => {
  if (schema.type === 'array') return 2
  return schema.type === 'object' ? Object.values(schema.properties).reduce((sum, inner) => sum + sizeOf(inner), 0) : 1
}

/** Copies of a value, each with one of its numbers changed; not such as stand in an earlier answer. */
function* changedNumbers(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value + 1
  if (value === null || typeof value !== 'object' || ('from' in value === true && 'value' in value)) return
  for (const [name, inner] of Object.entries(value)) {
    for (const changed of changedNumbers(inner)) {
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }
    }
  }
}

for (const family of FAMILIES as readonly Family<unknown>[]) {
  test(`${family.name}: of ${SEEDS} instances the right answer passes, and none of another instance or of none`, t => {
    const instances = instancesOf(family, SEEDS)
    for (const [at, { answer, schema, seed }] of instances.entries()) {
      t.true(isRight(answer, JSON.parse(JSON.stringify(answer)), schema), `seed ${seed}`)
      t.true(sizeOf(schema) >= 3, `seed ${seed} asks for too little`)
      const other = instances[(at + 1) % SEEDS]!
      for (const wrong of [{}, [], null, '', 0, {}, other.answer, transplanted(schema, other.answer)]) {
        t.false(isRight(answer, wrong, schema), `seed ${seed}: ${JSON.stringify(wrong)}`)
      }
    }
  })

  test(`${family.name}: no answer put together of the text's own words and numbers passes, nor stands there`, t => {
    for (const { plan, answer, schema, seed } of instancesOf(family, SEEDS)) {
      const { text } = telling(family, plan, LANGUAGES[seed % 4]!, 'guess')
      const words = text.match(/\p{L}[\p{L}_-]*/gu)!.filter(word => /^\p{Lu}/u.test(word))
      const numbers = [0, 1, 2, ...(text.match(/\d+/g) ?? []).map(Number)]
      const { pick } = drawFrom(`guesses ${seed}`)
      for (let tries = 0; tries < 20; tries++) {
        const tried = guess(schema, words, numbers, from => pick(from))
        t.false(isRight(answer, tried, schema), `seed ${seed}: ${JSON.stringify(tried)}`)
      }
      t.false(text.includes(JSON.stringify(answer)), `seed ${seed}`)
    }
  })

  test(`${family.name}: is told in every language, shortly, in other words each time, and asks for all members`, t => {
    for (const language of LANGUAGES) {
      const texts = new Set<string>()
      for (const { plan, schema, seed } of instancesOf(family, 100)) {
        const told = ['one', 'two', 'three', 'four'].map(phrasing => telling(family, plan, language, phrasing))
        for (const { text, prompt, input, instruction } of told) {
          t.true(text.length < 1_900, `${language} ${seed} takes ${text.length} characters`)
          t.truthy(instruction)
          t.true((prompt === undefined) !== (input === undefined))
          t.notRegex(
            text.replaceAll(JSON.stringify(about).slice(1, -1), ''),
            /undefined|\[object|NaN|\$\{| {2}|https?:|\.\./,
          )
          for (const name of schema.type === 'object' ? Object.keys(schema.properties) : []) t.true(text.includes(name))
        }
        t.is(new Set(told.map(({ text }) => text)).size, 4, `${language} ${seed}`)
        texts.add(told[0]!.text)
      }
      t.is(texts.size, 100)
    }
  })

  test(`${family.name}: leaves no number and no name of its plan untold, in no language`, t => {
    for (const { plan, seed } of instancesOf(family, 40)) {
      const language = LANGUAGES[seed % 4]!
      const { text } = telling(family, plan, language, 'whole')
      for (const changed of changedNumbers(plan)) {
        t.not(telling(family, changed, language, 'whole').text, text, JSON.stringify(changed))
      }
      for (const [name] of JSON.stringify(plan).matchAll(/(?<=")\p{Lu}\p{L}+(?=")/gu)) t.true(text.includes(name), name)
    }
  })

  test(`${family.name}: an earlier answer's number is taken up, by its place and not by its value`, t => {
    for (const { plan, answer, seed } of instancesOf(family, 200, after)) {
      t.true(JSON.stringify(plan).includes('"zeph"'), `seed ${seed}`)
      const { text } = telling(family, plan, LANGUAGES[seed % 4]!, 'later')
      t.true(text.includes('`zeph`'), text)
      t.notRegex(text, /\b137\b/)
      const changed = family.answer(JSON.parse(JSON.stringify(plan).replaceAll('"value":137,', '"value":138,')))
      t.notDeepEqual(changed, answer, `seed ${seed} does not lean on the number`)
    }
  })

  test(`${family.name}: every answer offers a number to later tasks`, t => {
    for (const earlier of [alone, after]) {
      for (const { answer, seed } of instancesOf(family, SEEDS, earlier)) {
        const offered = Object.values(answer as Record<string, Json>).filter(
          value => Number.isInteger(value) && Number(value) >= REFERABLE.least && Number(value) <= REFERABLE.greatest,
        )
        t.true(offered.length > 0, `seed ${seed}: ${JSON.stringify(answer)}`)
      }
    }
  })

  // One after another, so that it is told of each as it ends.
  test.serial(`${family.name}: no plan comes twice`, t => {
    const seen = new Set(instancesOf(family, SEEDS).map(({ plan }) => digestOf(plan)))
    for (let seed = SEEDS; seed < PLANS; seed++) {
      seen.add(digestOf(family.plan(drawFrom(`${family.name}/${seed}`), alone)))
    }
    t.is(seen.size, PLANS)
  })

  test(`${family.name}: who did not see the generator solves every instance alike`, t => {
    const solve = SECOND_SOLVERS[family.name]
    t.assert(solve, 'nobody has solved it a second time')
    for (const earlier of [alone, after, withoutInterests]) {
      for (const { plan, answer, schema, seed } of instancesOf(family, SEEDS, earlier)) {
        const other = solve!(JSON.parse(JSON.stringify(plan)))
        t.true(isRight(answer, other, schema), `seed ${seed}: ${JSON.stringify({ plan, answer, other })}`)
      }
    }
  })
}
