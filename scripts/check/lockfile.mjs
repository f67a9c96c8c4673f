// Every package of the lock file is what it was when it was locked: npm leaves the integrity out of packages for other
// platforms when it makes the file beside a node_modules that lacks them.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = process.argv[2] ?? path.join(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

const isLocked = ({ link = false, integrity = '' }) => link || integrity.startsWith('sha512-')
const unlocked = Object.keys(packages).filter(name => name !== '' && !isLocked(packages[name]))

for (const name of unlocked) console.error(`package-lock.json: ${name} has no sha512 integrity`)
if (unlocked.length > 0) {
  console.error('Delete these entries, then run npm install --package-lock-only where no node_modules is.')
  process.exitCode = 1
}
