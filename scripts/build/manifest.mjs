// The manifest of the package that `npm pack` makes. The bundle holds the packages that it uses, so the package depends only
// on those that it reads by path, and on no compiler. It stands in place of the checkout's own while npm packs.
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
  // npm packs file modes as they are, and these depend on the umask of the build.
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

/** Puts the checkout's own back, after packing or after one that was interrupted. */
export function putCheckoutManifest() {
  if (existsSync(aside)) renameSync(aside, manifest)
}
