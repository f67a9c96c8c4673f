// Writes dist/: each source of the checkout as JavaScript, and beside it the files that are read at run time.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bundlePrograms } from './bundle.mjs'
import { copyPackageFiles } from './package-files.mjs'
import { writeClientPackages } from './packages/client-packages.mjs'
import { isAsset, isProduct, isTypeScript, root } from './sources.mjs'
import { transpile } from './transpile.mjs'

/** Bundled like the programs of the product, since tests start it as often. */
const TEST_PROGRAM = 'testing/serve'

function write({ changed, gone }) {
  const output = name => path.join(root, 'dist', name)
  for (const name of gone) {
    const written = name.replace(/\.tsx?$/, '.js')
    for (const file of [written, `${written}.map`]) rmSync(output(file), { force: true })
  }
  transpile(changed.filter(isTypeScript), 'dist')
  for (const name of changed.filter(isAsset)) cpSync(path.join(root, name), output(name))
}

export async function writeCheckout({ sources, changed, gone, done }) {
  write({ changed, gone })
  writeClientPackages('dist', sources)
  copyPackageFiles('dist')
  const isInProgram = name => isProduct(name) || name.startsWith('testing/')
  if (changed.some(isInProgram)) await bundlePrograms([TEST_PROGRAM], 'dist/bundle', '..')
  done()
}
