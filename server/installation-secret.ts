import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectory } from '../storage/embedded/durable-files.ts'
import type { Config } from './config/config.ts'
import { randomBytes } from './randomness.ts'

/** 32 bytes each. */
export interface InstallationSecrets {
  current: Buffer
  previous: Buffer | undefined
}

type Configured = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/** From the configuration; otherwise the current one is a file in the data directory, which is created once. */
export function loadSecrets(config: Configured): InstallationSecrets {
  return derived(config, config.SECRET_KEY ?? readOrCreate(fileIn(config.DATA_DIR)))
}

/** The same, if the secrets already exist. */
export function findSecrets(config: Configured): InstallationSecrets | undefined {
  const found = config.SECRET_KEY ?? read(fileIn(config.DATA_DIR))
  return found === undefined ? undefined : derived(config, found)
}

const derived = ({ SECRET_KEY_PREVIOUS: previous }: Configured, current: string): InstallationSecrets => ({
  current: derive(current),
  previous: previous === undefined ? undefined : derive(previous),
})

const fileIn = (dataDir: string) => path.join(dataDir, 'secret')

const derive = (text: string) => createHash('sha256').update(`colloquy secret\0${text}`).digest()

function readOrCreate(file: string): string {
  const found = read(file)
  if (found) return found
  makeDirectory(path.dirname(file), 0o755)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch {
    // Another process created it first; its secret is used.
  } finally {
    rmSync(draft)
  }
  return read(file) ?? readOrCreate(file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
