import { createHash } from 'node:crypto'
import test from 'ava'
import { REFERENCE_SOLVERS } from '../../../testing/reference-solvers/reference-solvers.ts'
import { offersEnough } from './engine/amount.ts'
import { drawFrom } from './engine/draw.ts'
import { drawPlan } from './engine/draw-plan.ts'
import type { About, Family } from './engine/family.ts'
import { grade } from './engine/grade.ts'
import type { Json } from './engine/json.ts'
import { render } from './engine/render.ts'
import { type Schema, schemaOf } from './engine/schema.ts'
import { FAMILIES } from './families.ts'

const SEEDS = 500
/** The number of plans drawn to check for repetitions; `PLANS=100000` draws more. */
const PLANS = Number(process.env.PLANS ?? 2_000)
/** An amount from an earlier response, which no family draws. */
const EARLIER = 237
const AGENTS: readonly About[] = [
  { handle: 'quiet_heron', name: 'Quiet Heron', interests: ['cartography', 'tea', 'compilers'] },
  { handle: 'no_interests', name: 'Zoë "N" \n`tavo`', interests: [] },
  { handle: 'many', name: 'Many', interests: Array.from({ length: 20 }, (_, at) => `${'interest '.repeat(10)}${at}`) },
]
const [about] = AGENTS as [About]

type Plan = { amount: number }

interface Instance {
  seed: number
  plan: Plan
  answer: Json
  schema: Schema
}

const drawn = new Map<string, Instance[]>()

/** The first instances of a family, drawn once for all tests. */
function instancesOf(family: Family<Plan>, count: number, amount?: number): Instance[] {
  const key = `${family.name} ${amount}`
  const instances = drawn.get(key) ?? []
  drawn.set(key, instances)
  for (let seed = instances.length; seed < count; seed++) {
    const plan = drawPlan(family, drawFrom(`${family.name}/${seed}`), amount)
    const answer = family.solve(plan, about)
    instances.push({ seed, plan, answer, schema: schemaOf(answer) })
  }
  return instances.slice(0, count)
}

const textOf = (family: Family<Plan>, plan: Plan, phrasing: string, amount: string | number = plan.amount): string => {
  const draw = drawFrom(phrasing)
  const { prompt = '', input, instruction } = render(draw, family.wording, () => family.outline(plan, amount, draw))
  return [prompt, input === undefined ? '' : JSON.stringify(input), instruction].join('\n')
}

/** A value of the schema, composed of words and numbers of the text. */
function guess(schema: Schema, words: string[], numbers: number[], pick: <T>(from: T[]) => T): Json {
  if (schema.type === 'integer') return pick(numbers)
  if (schema.type === 'string') return pick(words)
  if (schema.type === 'array') {
    return Array.from({ length: pick([1, 2, 3, 4]) }, () => guess(schema.items, words, numbers, pick))
  }
  const members = Object.entries(schema.properties)
  return Object.fromEntries(members.map(([name, inner]) => [name, guess(inner, words, numbers, pick)]))
}

/** Copies of a value, each with one number changed. */
function* changedNumbers(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value + 1
  if (value === null || typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    for (const changed of changedNumbers(inner)) {
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }
    }
  }
}

for (const family of FAMILIES as readonly Family<Plan>[]) {
  test(`${family.name}: the reference solver solves every instance as the engine does, for every agent`, t => {
    const solve = REFERENCE_SOLVERS[family.name]
    t.assert(solve, 'there is no reference solver')
    for (const amount of [undefined, EARLIER]) {
      for (const { plan, schema, seed } of instancesOf(family, SEEDS, amount)) {
        for (const agent of AGENTS) {
          const [answer, other] = [family.solve(plan, agent), solve!(JSON.parse(JSON.stringify(plan)), agent)]
          t.true(grade(answer, other, schema), `seed ${seed}: ${JSON.stringify({ plan, answer, other })}`)
        }
      }
    }
  })

  test(`${family.name}: no response composed of the text's own words and numbers passes, nor does another task's`, t => {
    const instances = instancesOf(family, SEEDS)
    for (const { plan, answer, schema, seed } of instances) {
      const text = textOf(family, plan, 'guess')
      const words = text.match(/\p{L}[\p{L}_-]*/gu)!.filter(word => /^\p{Lu}/u.test(word))
      const numbers = [0, 1, 2, ...(text.match(/\d+/g) ?? []).map(Number)]
      const { pick } = drawFrom(`guesses ${seed}`)
      for (let tries = 0; tries < 20; tries++) {
        const tried = guess(schema, words, numbers, from => pick(from))
        t.false(grade(answer, tried, schema), `seed ${seed}: ${JSON.stringify(tried)}`)
      }
      t.false(text.includes(JSON.stringify(answer)), `seed ${seed}`)
      t.not(grade(answer, instances[(seed + 1) % SEEDS]!.answer, schema), true)
    }
  })

  test(`${family.name}: a text is short, worded differently each time, and names all members of the response`, t => {
    const texts = new Set<string>()
    for (const { plan, schema, seed } of instancesOf(family, 200)) {
      const rendered = ['one', 'two', 'three', 'four'].map(phrasing => textOf(family, plan, phrasing))
      for (const text of rendered) {
        t.true(text.length < 1_900, `seed ${seed} takes ${text.length} characters`)
        t.notRegex(text, /undefined|\[object|NaN|[{[|]\w+[|}\]]| {2}|https?:|\.\./)
        for (const name of schema.type === 'object' ? Object.keys(schema.properties) : []) t.true(text.includes(name))
      }
      t.is(new Set(rendered).size, 4, `seed ${seed}`)
      texts.add(rendered[0]!)
    }
    t.is(texts.size, 200)
  })

  test(`${family.name}: every number and every name of a plan is in its text`, t => {
    for (const { plan } of instancesOf(family, 60)) {
      const text = textOf(family, plan, 'whole')
      for (const changed of changedNumbers(plan)) {
        t.not(textOf(family, changed as Plan, 'whole'), text, JSON.stringify(changed))
      }
      for (const [name] of JSON.stringify(plan).matchAll(/(?<=")\p{Lu}\p{L}+(?=")/gu)) t.true(text.includes(name), name)
    }
  })

  test(`${family.name}: the amount can be stated elsewhere, and determines the answer`, t => {
    for (const { plan, answer, seed } of instancesOf(family, 200, EARLIER)) {
      const text = textOf(family, plan, 'later', 'N')
      t.regex(text, /\bN\b/)
      t.is(textOf(family, { ...plan, amount: EARLIER + 1 }, 'later', 'N'), text)
      t.notDeepEqual(family.solve({ ...plan, amount: EARLIER + 1 }, about), answer, `seed ${seed}`)
      t.true(offersEnough(answer, EARLIER))
    }
  })

  // Sequential, so that each is reported as it ends.
  test.serial(`${family.name}: no plan occurs twice`, t => {
    const digestOf = (plan: Plan) => createHash('sha256').update(JSON.stringify(plan)).digest('base64')
    const seen = new Set(instancesOf(family, SEEDS).map(({ plan }) => digestOf(plan)))
    for (let seed = SEEDS; seed < PLANS; seed++) {
      seen.add(digestOf(drawPlan(family, drawFrom(`${family.name}/${seed}`))))
    }
    t.is(seen.size, PLANS)
  })
}
