// Builds what changed since the last build: bundle/, the product, and dist/, each source as JavaScript for tests and scripts.
// `--bundle` stops at the product, which is all that a start needs; `--pack` builds that from nothing and prepares the checkout
// for npm to pack it, until `--packed`; `--patches` does no more than apply patches/. `npm run check` checks types.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { putCheckoutManifest, putPackageManifest } from './scripts/build/manifest.mjs'
import { applyPatches } from './scripts/build/patches.mjs'
import { changesIn, checkoutSources, productSources } from './scripts/build/sources.mjs'
import { writeSources } from './scripts/generate/generate-sources.mjs'

const flags = new Set(process.argv.slice(2))
const isPacking = flags.has('--pack')
applyPatches()
if (flags.has('--patches')) process.exit()
putCheckoutManifest()
if (flags.has('--packed')) process.exit()
await writeSources()

if (isPacking) rmSync(path.join(import.meta.dirname, 'bundle'), { recursive: true, force: true })
const product = changesIn('bundle', productSources())
if (product.hasChanges) {
  const from = performance.now()
  // What is started next owns stdout: it may print data.
  process.stderr.write('Building… ')
  const { writeBundle } = await import('./scripts/build/bundle.mjs')
  await writeBundle()
  process.stderr.write(`done in ${((performance.now() - from) / 1_000).toFixed(1)} s\n`)
}
if (isPacking) putPackageManifest()
else if (!flags.has('--bundle')) {
  const checkout = changesIn('dist', checkoutSources())
  if (checkout.hasChanges) {
    const { writeCheckout } = await import('./scripts/build/checkout.mjs')
    await writeCheckout(checkout)
  }
}
