import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { startProgram } from '../../testing/processes/start-program.ts'

const database = useDatabase(test)

/** The driver as released, without our patch. */
function takePatchBack(t: ExecutionContext): URL {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-driver-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const patch = readdirSync('patches').filter(name => name.startsWith('postgres'))
  const names = ['package.json', 'package-lock.json', 'node_modules/postgres', ...patch.map(name => `patches/${name}`)]
  for (const name of names) {
    cpSync(name, path.join(folder, name), { recursive: true })
  }
  const command = path.resolve('node_modules/patch-package/index.js')
  const { status } = spawnSync(process.execPath, [command, '--reverse', '--error-on-fail'], { cwd: folder })
  t.is(status, 0)
  return pathToFileURL(path.join(folder, 'node_modules/postgres/src/index.js'))
}

const moduleOf = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`

/** Node options under which `import 'postgres'` resolves to that URL. */
function withDriver(url: URL): string {
  const hooks = `export const resolve = (name, context, next) =>
    next(name === 'postgres' ? ${JSON.stringify(url)} : name, context)`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(moduleOf(hooks))})`
  return `--import=${moduleOf(register).replaceAll("'", '%27')}`
}

test('with an unpatched driver the program ends with exit code 78 and one line', async t => {
  const child = startProgram(t, database(), { NODE_OPTIONS: withDriver(takePatchBack(t)) }, { entry: ['dist/main.js'] })
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const [code] = await once(child, 'close')
  t.is(code, 78, output)
  t.regex(
    output,
    /^node_modules\/postgres: lacks patches \(#\d+(, #\d+)+, cancelled waits\); run npx patch-package to apply them\n$/,
  )
})
