// Applies patches/ unless the installation has done so.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

/** Whether the patched files contain each line that the patch adds. */
const isApplied = patch =>
  patch.split(/^diff --git a\/.* b\//m).every(part => {
    const [file, ...lines] = part.split('\n')
    const added = lines.filter(line => /^\+(?!\+\+ )/.test(line))
    // Development dependencies may not be installed.
    if (added.length === 0 || !existsSync(path.join(root, file))) return true
    const installed = readFileSync(path.join(root, file), 'utf8')
    return added.every(line => installed.includes(`${line.slice(1)}\n`))
  })

export function applyPatches() {
  const patches = readdirSync(path.join(root, 'patches')).map(name => path.join(root, 'patches', name))
  if (patches.every(file => isApplied(readFileSync(file, 'utf8')))) return
  const command = path.join(root, 'node_modules/patch-package/index.js')
  // The program that starts next owns stdout and may print data.
  const options = { cwd: root, stdio: ['inherit', 2, 'inherit'] }
  const { status } = spawnSync(process.execPath, [command, '--error-on-fail'], options)
  if (status === 0) return
  process.stderr.write('patches/ cannot be applied to this installation: npm ci makes it anew\n')
  process.exit(status ?? 1)
}
