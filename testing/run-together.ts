import { createRequire } from 'node:module'
import path from 'node:path'
import type { ExecutionContext, TestFn } from 'ava'
import { recordTimes, type Times, timesNow } from './times.ts'

interface Declared {
  /** Of `test.serial.before`: 'serial', 'before'. */
  modifiers: string[]
  title: string
  body: (t?: ExecutionContext) => unknown
}

/** What a file may have that shares a process. */
const FIT = ['serial', 'skip', 'failing', 'before', 'after', 'afterEach', 'always']

/** Where `import test from 'ava'` finds what it gives out. */
const { refs } = createRequire(createRequire(import.meta.url).resolve('ava'))('../lib/worker/state.cjs') as {
  refs: { runnerChain: TestFn }
}

/**
 * Declares the tests of several files in one process, since a process costs more than what most files do. It is each
 * file's in its turn, in which all is as if the file had it alone: hooks, serial tests, the others at once, hooks.
 */
export async function declareRunTogether(names: readonly string[]): Promise<void> {
  const test = refs.runnerChain
  const files: { name: string; declared: Declared[] }[] = []
  refs.runnerChain = recorder([], one => files.at(-1)!.declared.push(one)) as TestFn
  for (const name of names) {
    files.push({ name, declared: [] })
    await import(path.join(import.meta.dirname, '..', `${name}.test.js`))
  }
  // All in one go: ava begins when the first was declared.
  let ended = Promise.resolve()
  for (const { name, declared } of files) ended = declareFile(test, name, declared, ended)
}

function recorder(modifiers: string[], record: (one: Declared) => void): unknown {
  const get = (_: unknown, modifier: string | symbol) =>
    typeof modifier === 'string' && modifier !== '__esModule' ? recorder([...modifiers, modifier], record) : undefined
  const apply = (_target: unknown, _self: unknown, args: unknown[]) =>
    record({ modifiers, title: String(args[0]), body: args.at(-1) as Declared['body'] })
  return new Proxy(() => {}, { get, apply })
}

/** Its tests begin once the file before it has ended; when they have. */
function declareFile(test: TestFn, name: string, declared: Declared[], former: Promise<void>): Promise<void> {
  const unfit = declared.flatMap(({ modifiers }) => modifiers).find(modifier => !FIT.includes(modifier))
  if (unfit) throw new Error(`${name} has test.${unfit}, which is for files that have a process of their own`)
  const having = (modifier: string) =>
    declared.filter(({ modifiers }) => modifiers.includes(modifier)).sort(serialFirst)
  const [before, after, afterEach, skipped] = [having('before'), having('after'), having('afterEach'), having('skip')]
  for (const { title, body } of skipped) test.skip(`${name} › ${title}`, body)
  const tests = declared.filter(one => ![...before, ...after, ...afterEach, ...skipped].includes(one)).sort(serialFirst)
  // Hooks that run after tests would never run.
  if (tests.length === 0) return former
  let start: Times
  const begun = former.then(async () => {
    start = timesNow()
    for (const { body } of before) await body()
  })
  return new Promise(resolve => {
    let left = tests.length
    const end = async () => {
      left--
      if (left === 0) await Promise.all(after.map(async ({ body }) => await body())).finally(resolve)
      if (left === 0) recordTimes(name, start)
    }
    let turn = begun
    for (const one of tests) {
      const ended = declareTest(test, name, one, { begun, turn, afterEach, end })
      if (one.modifiers.includes('serial')) turn = ended
    }
  })
}

type TestProcess = { begun: Promise<void>; turn: Promise<void>; afterEach: Declared[]; end: () => Promise<void> }

function declareTest(
  test: TestFn,
  name: string,
  { modifiers, title, body }: Declared,
  place: TestProcess,
): Promise<void> {
  const declare = modifiers.includes('failing') ? test.failing : test
  return new Promise(resolve => {
    declare(`${name} › ${title}`, async t => {
      // What is to be torn down first is last.
      t.teardown(place.end)
      t.teardown(resolve)
      await place.begun
      await place.turn
      try {
        await body(t)
      } finally {
        for (const hook of place.afterEach) await hook.body(t)
      }
    })
  })
}

const serialFirst = (one: Declared, other: Declared) =>
  Number(other.modifiers.includes('serial')) - Number(one.modifiers.includes('serial'))
