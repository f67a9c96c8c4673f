import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** For the owner of the account alone. */
const OWN_FILE = 0o600
const OWN_FOLDER = 0o700

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole and on disk, under another name. */
function writeBeside(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: OWN_FOLDER })
  const beside = `${file}.${randomUUID()}`
  writeFileSync(beside, text, { mode: OWN_FILE, flag: 'wx', flush: true })
  return beside
}

/** Puts the file there whole, or leaves what is there already. */
export function writeOnce(file: string, text: string): void {
  const beside = writeBeside(file, text)
  try {
    linkSync(beside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(beside)
  }
}

/** Puts the file there whole, in place of what is there. */
export function replaceFile(file: string, text: string): void {
  const beside = writeBeside(file, text)
  try {
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
