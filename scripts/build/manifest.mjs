// The manifest of the package that `npm pack` creates. The bundle contains the packages it uses, so the package depends
// only on those that are read by path, and on no compiler. It replaces the checkout's manifest while npm packs.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, walk } from './sources.mjs'

const FIELDS = [
  'name',
  'version',
  'description',
  'license',
  'private',
  'type',
  'files',
  'engines',
  'optionalDependencies',
]

const manifest = path.join(root, 'package.json')
const aside = path.join(root, 'bundle/.checkout.json')

export function putPackageManifest() {
  // npm packs file modes unchanged, and they depend on the umask of the build.
  const files = readdirSync(root).filter(name => statSync(path.join(root, name)).isFile())
  for (const name of [...files, ...['bundle', 'deploy', 'docs'].flatMap(walk)])
    chmodSync(path.join(root, name), name === 'colloquy.mjs' ? 0o755 : 0o644)
  const text = readFileSync(manifest, 'utf8')
  const whole = JSON.parse(text)
  writeFileSync(aside, text)
  const fields = Object.fromEntries(FIELDS.map(name => [name, whole[name]]))
  const own = { ...fields, scripts: { start: 'node colloquy.mjs' }, bin: whole.bin }
  writeFileSync(manifest, `${JSON.stringify(own, undefined, 2)}\n`)
}

/** Restores the checkout's manifest, after packing or after an interrupted run. */
export function putCheckoutManifest() {
  if (existsSync(aside)) renameSync(aside, manifest)
}
