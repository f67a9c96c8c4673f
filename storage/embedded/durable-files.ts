import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isErrno } from './file-lock.ts'

/**
 * Creates a directory with its parents. Node's own recursive version never returns if the kernel rejects a directory
 * with ENOENT, as in /proc.
 */
export function makeDirectory(directory: string, mode: number): void {
  if (!existsSync(dirname(directory))) makeDirectory(dirname(directory), mode)
  try {
    mkdirSync(directory, { mode })
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !statSync(directory).isDirectory()) throw error
  }
}

/** Writes a file that only its owner can read, atomically. */
export function writePrivately(file: string, text: string): void {
  const part = `${file}.part`
  const descriptor = openSync(part, 'w', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  moveDurably(part, file)
}

export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  const directory = openSync(dirname(to), 'r')
  fsyncSync(directory)
  closeSync(directory)
}
