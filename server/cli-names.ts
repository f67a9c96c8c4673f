import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The root of the sources or of the unpacked package, relative to this compiled file. */
const HOUSE = path.join(import.meta.dirname, '../..')

/** Of the package. */
export const VERSION: string = JSON.parse(readFileSync(path.join(HOUSE, 'package.json'), 'utf8')).version

const startedBy = (program: string) => ({ start: program, operator: `${program} operator`, demo: `${program} demo` })

/** The commands that start the programs of this installation, as typed in the directory of the server. */
export const CLI_COMMANDS = existsSync(path.join(HOUSE, 'main.ts'))
  ? { start: 'npm start', operator: 'npm run operator --', demo: 'npm run demo --' }
  : startedBy(process.cwd() === HOUSE ? 'node colloquy.mjs' : 'npx colloquy')
