import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Where this package is installed. */
export const FOLDER = import.meta.dirname

export const VERSION: string = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')).version
