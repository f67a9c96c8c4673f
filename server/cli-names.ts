import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where the sources lie, or the package was unpacked: this file is compiled into a folder of it. */
const HOUSE = path.join(import.meta.dirname, '../..')

const startedBy = (program: string) => ({ start: program, operator: `${program} operator`, demo: `${program} demo` })

/** What people type, where the server was started, to start the programs of this installation. */
export const CLI_COMMANDS = existsSync(path.join(HOUSE, 'main.ts'))
  ? { start: 'npm start', operator: 'npm run operator --', demo: 'npm run demo --' }
  : startedBy(process.cwd() === HOUSE ? 'node colloquy.mjs' : 'npx colloquy')
