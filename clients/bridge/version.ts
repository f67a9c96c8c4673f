import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = import.meta.dirname

export const VERSION: string = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')).version

/** npx caches the package of a URL, even if it has changed. */
export const HOW_TO_TAKE_IT = FOLDER.split(path.sep).includes('_npx') ? `: npx uses it after you remove ${FOLDER}` : ''
