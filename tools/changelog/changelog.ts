import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Change, change } from './change.ts'

const text = readFileSync(path.join(import.meta.dirname, 'changelog.json'), 'utf8')

/** Changes of the interface, newest first (DOC-40 to DOC-43). */
export const CHANGELOG: readonly Change[] = z.array(change.strict()).parse(JSON.parse(text))
