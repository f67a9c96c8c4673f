import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Readable only by the owner of the account. */
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

/** Writes a complete temporary file to the disk. */
function writeBeside(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: OWN_FOLDER })
  const beside = `${file}.${randomUUID()}`
  writeFileSync(beside, text, { mode: OWN_FILE, flag: 'wx', flush: true })
  return beside
}

/** Creates the file atomically, or leaves an existing one. */
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

/** Replaces the file atomically. */
export function replaceFile(file: string, text: string): void {
  const beside = writeBeside(file, text)
  try {
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
