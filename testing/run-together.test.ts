import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { runProgram } from './processes/run-program.ts'
import { filesOf } from './test-files.ts'

const DIST = path.join(import.meta.dirname, '..')
const FOLDER = path.join(DIST, `together-test-${process.pid}`)
const AVA = path.join(DIST, '../node_modules/ava/entrypoints/cli.mjs')

test.before(() => mkdirSync(FOLDER, { recursive: true }))
test.after.always(() => rmSync(FOLDER, { recursive: true, force: true }))

const namesIn = (entry: string): string[] => JSON.parse(/\((\[.*])\)/.exec(readFileSync(entry, 'utf8'))?.[1] ?? '')

test('without arguments all files are run, each once, by itself or with others', t => {
  const folder = path.join(FOLDER, 'all')
  const files = filesOf([], folder)
  const [entries, alone] = [true, false].map(is => files.filter(file => file.startsWith(folder) === is))
  const shared = entries!.flatMap(namesIn).map(name => path.join(DIST, `${name}.test.js`))
  const all = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.js'))
  const compiled = all.map(file => path.join(DIST, file)).filter(file => !file.includes('/together-'))
  t.deepEqual([...shared, ...alone!].sort(), compiled.sort())
  t.true(entries!.length > 10 && shared.length > 4 * entries!.length)
})

test('a pattern leads to what fits it, a name to that file alone', t => {
  const folder = path.join(FOLDER, 'some')
  const files = filesOf(['server/*', 'tools/dms/**', 'tools/posts/delete-post.test.ts'], folder)
  t.is(files[0], path.join(DIST, 'tools/posts/delete-post.test.js'))
  const shared = files.filter(file => file.startsWith(folder)).map(namesIn)
  t.true(shared[0]!.includes('server/primary'))
  t.true(shared[0]!.every(name => name.startsWith('server/') && !name.startsWith('server/tests/')))
  t.true(shared.at(-1)!.every(name => name.startsWith('tools/dms/')))
})

/** The output of test files with these texts that share a process, and what ava reports of each. */
async function playTogether(
  folder: string,
  texts: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const entryFolder = path.join(FOLDER, folder)
  mkdirSync(entryFolder)
  for (const [name, text] of Object.entries(texts))
    writeFileSync(path.join(entryFolder, `${name}.test.js`), `import test from 'ava'\nconst say = console.log\n${text}`)
  const names = Object.keys(texts).map(name => path.join(path.relative(DIST, entryFolder), name))
  const module = path.join(import.meta.dirname, 'run-together.js')
  const text = `import { declareRunTogether } from '${module}'\nawait declareRunTogether(${JSON.stringify(names)})\n`
  writeFileSync(path.join(entryFolder, 'entry.test.js'), text)
  return await runProgram([process.execPath, AVA, path.join(entryFolder, 'entry.test.js')], {
    cwd: path.join(DIST, '..'),
  })
}

test('each file has its turn: what is done before, serial tests, the others, what is done after', async t => {
  const file = (name: string) => `
    test.after.always(() => say('${name}: after'))
    test('others', async t => { t.teardown(() => say('${name}: torn down')); say('${name}: others'); t.pass() })
    test.serial('one', async t => { await new Promise(setImmediate); say('${name}: one'); t.pass() })
    test.serial('two', t => { say('${name}: two'); t.pass() })
    test.skip('skipped', t => t.fail())
    test.serial.before(async () => { await new Promise(setImmediate); say('${name}: before') })
    test.before(() => say('${name}: ready'))`
  const { code, said } = await playTogether('turns', { a: file('a'), b: file('b') })
  t.is(code, 0, said)
  const steps = ['before', 'ready', 'one', 'two', 'others', 'torn down', 'after']
  const lines = said
    .split('\n')
    .map(line => line.trim())
    .filter(line => /^[ab]: /.test(line))
  t.deepEqual(
    lines,
    ['a', 'b'].flatMap(name => steps.map(step => `${name}: ${step}`)),
  )
  t.regex(said, /6 tests passed/)
  t.regex(said, /b › others/)
})

test('a failure is reported for its file, and the next file runs', async t => {
  const { code, said } = await playTogether('failures', {
    a: `test.before(() => { throw new Error('no ground') })\ntest('stands', t => t.pass())\ntest.serial('too', t => t.pass())`,
    b: `test('fails', t => t.fail())\ntest('passes', t => t.pass())\ntest.after(() => { throw new Error('no end') })`,
    c: `test('fares well', t => t.pass())`,
  })
  t.is(code, 1)
  for (const title of ['a › stands', 'a › too', 'b › fails']) t.regex(said, new RegExp(`✘.*${title}`), said)
  t.regex(said, /✔.*c › fares well/)
  t.regex(said, /no ground/)
  t.regex(said, /no end/)
})

test('what is for a file that is alone is refused', async t => {
  const { code, said } = await playTogether('unfit', { a: `test.beforeEach(() => {})\ntest('x', t => t.pass())` })
  t.is(code, 1)
  t.regex(said, /a has test\.beforeEach, which is for files that have a process of their own/)
})
