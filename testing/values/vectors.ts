import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Third-party test vectors, stored beside the repository; tests that need them report when they are absent. */
const FOLDER = '../shared/vectors'

export function hasVectors(name: string): boolean {
  return existsSync(join(FOLDER, name))
}

export function readTestVectors<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'))
}

export function readVectorFiles(...path: string[]): { name: string; bytes: Buffer }[] {
  const folder = join(FOLDER, ...path)
  return readdirSync(folder).map(name => ({ name, bytes: readFileSync(join(folder, name)) }))
}
