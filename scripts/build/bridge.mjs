// Writes the bridge as the demo starts it, and as a package of its own, which the server serves.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { packBridge } from '../../clients/pack.mjs'
import { isTypeScript, root } from './sources.mjs'
import { transpile } from './transpile.mjs'

export function writeBridge(folder, sources) {
  transpile(
    sources.filter(name => name.startsWith('clients/bridge/') && isTypeScript(name)),
    folder,
  )
  const { manifest, archive } = packBridge(root, folder)
  writeFileSync(path.join(root, folder, 'clients/bridge/package.json'), manifest)
  writeFileSync(path.join(root, folder, 'colloquy.tgz'), archive)
}
