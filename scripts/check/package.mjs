// Checks that `npm pack` is reproducible and that the package needs nothing but Node: it is packed in two clean copies
// of the checkout under different paths, clocks, locales and umasks, installed into an empty folder, and started with
// `npx colloquy`. A checkout installed without the compiler must start too.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyCheckout, exitWithOutcome, Failure, run, withServer } from '../checkout.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-package-'))
const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

const SURROUNDINGS = [
  { name: 'one', env: { TZ: 'UTC', LANG: 'C' }, mask: '022' },
  { name: path.join('another', 'place'), env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' }, mask: '077' },
]

/** A registry that serves the other installations the packages in the first copy's cache, by its lock file. */
async function pack({ name, env, mask }) {
  const copy = path.join(folder, name)
  const installed = path.join(folder, SURROUNDINGS[0].name, 'node_modules')
  copyCheckout(copy)
  const install = existsSync(installed) ? `cp -al ${installed} .` : `npm ci ${QUIET.join(' ')}`
  const line = `umask ${mask} && ${install} && npm pack --silent`
  await run('/bin/sh', ['-c', line], { cwd: copy, env: { ...process.env, ...env } })
  return path.join(
    copy,
    readdirSync(copy).find(file => /^colloquy-.*\.tgz$/.test(file)),
  )
}

const digest = file => createHash('sha256').update(readFileSync(file)).digest('hex')

async function install(archive) {
  const place = path.join(folder, 'installed')
  mkdirSync(place)
  await run('npm', ['install', ...QUIET, '--omit=dev', '--prefix', place, archive], { cwd: place })
  const unwanted = ['typescript', 'rolldown'].find(name => existsSync(path.join(place, 'node_modules', name)))
  if (unwanted) throw new Failure(`the package contains ${unwanted}`)
  return place
}

const environment = name => ({
  ...process.env,
  ...{ PORT: '0', DATA_DIR: path.join(folder, `data-${name}`), LOG_LEVEL: 'warn' },
})

try {
  await exitWithOutcome(async () => {
    const archives = []
    for (const surroundings of SURROUNDINGS) archives.push(await pack(surroundings))
    const [one, other] = archives.map(digest)
    if (one !== other) throw new Failure(`two builds of one commit differ: ${one}, ${other}`)
    process.stdout.write(`${path.basename(archives[0])} is ${one}, twice\n`)
    const place = await install(archives[0])
    const colloquy = ['npx', '--no-install', 'colloquy']
    const given = ['--config', path.join(place, 'node_modules/colloquy/deploy/colloquy.conf.example')]
    await run(colloquy[0], [...colloquy.slice(1), 'operator', 'help'], { cwd: place })
    await run(colloquy[0], [...colloquy.slice(1), 'demo', '--own'], { cwd: place })
    await withServer([...colloquy, ...given], { cwd: place, env: environment('package') }, baseUrl =>
      run(colloquy[0], [...colloquy.slice(1), 'demo', '--base-url', baseUrl], { cwd: place }),
    )
    const lean = path.join(folder, 'lean')
    copyCheckout(lean)
    await run('npm', ['ci', ...QUIET, '--omit=dev'], { cwd: lean })
    if (existsSync(path.join(lean, 'node_modules/typescript'))) throw new Failure('--omit=dev installed the compiler')
    await withServer(['npm', 'start', '--silent'], { cwd: lean, env: environment('lean') }, baseUrl =>
      run('npm', ['run', 'demo', '--silent', '--', '--base-url', baseUrl], { cwd: lean }),
    )
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
