// Checks that every package in the lock file has its integrity hash: npm omits the hash of packages for other platforms
// if it creates the file next to a node_modules folder that lacks them.
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
