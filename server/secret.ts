import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectory } from '../storage/embedded/files.ts'
import { randomBytes } from './randomness.ts'

/** 32 bytes from the configured key, or from a file in the data directory that is made once. */
export function loadSecret(configured: string | undefined, dataDir: string): Buffer {
  return derive(configured ?? kept(fileIn(dataDir)))
}

/** The same, where it is there already. */
export function findSecret(configured: string | undefined, dataDir: string): Buffer | undefined {
  const found = configured ?? read(fileIn(dataDir))
  return found === undefined ? undefined : derive(found)
}

const fileIn = (dataDir: string) => path.join(dataDir, 'secret')

const derive = (text: string) => createHash('sha256').update(`colloquy secret\0${text}`).digest()

function kept(file: string): string {
  const found = read(file)
  if (found) return found
  makeDirectory(path.dirname(file), 0o755)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch {
    // Another process was first; its secret counts.
  } finally {
    rmSync(draft)
  }
  return read(file) ?? kept(file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
