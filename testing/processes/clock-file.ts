import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The time of this machine, moved by what the file holds in this turn of the event loop: an offset in ms; none while it is not there. */
export function clockOfFile(file: string, machine = Date.now): () => number {
  let offset: number | undefined
  return () => {
    // Read once for what runs in one turn of the event loop.
    if (offset === undefined) setImmediate(() => (offset = undefined))
    offset ??= readOffset(file)
    return machine() + offset
  }
}

function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** Whoever reads it meanwhile reads the old offset or the new one. */
export function writeOffset(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, String(offsetMs))
  renameSync(`${file}.new`, file)
}
