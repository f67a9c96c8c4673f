import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = import.meta.dirname

export const VERSION: string = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')).version

/** npx keeps what it installed of an address, whatever is there by now. */
export const HOW_TO_TAKE_IT = FOLDER.split(path.sep).includes('_npx')
  ? `: npx uses it after you remove ${FOLDER} is removed`
  : ''
