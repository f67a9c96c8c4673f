import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Change, change } from './change.ts'

const FOLDER = path.join(import.meta.dirname, 'changes')
const changesOfDay = z.array(change.omit({ date: true }).strict())

/** Changes of the interface, newest first (DOC-40 to DOC-43): one file per day, named by the date. */
export const CHANGELOG: readonly Change[] = readdirSync(FOLDER)
  .sort()
  .toReversed()
  .flatMap(file => {
    const day = changesOfDay.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')))
    return day.map(({ id, ...one }) => ({ id, date: path.basename(file, '.json'), ...one }))
  })
