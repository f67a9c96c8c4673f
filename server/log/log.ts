import { type DestinationStream, type Logger, pino } from 'pino'
import { describeThrown } from './describe-error.ts'

// Loaded for a terminal only: half of what the log costs at a start.
const { readableLog } = process.stderr.isTTY ? await import('./readable-log.ts') : {}

/** The log of a process, on stderr: JSON lines, on a terminal readable ones; no error tells a value that somebody sent. */
export function createLog(level: string, stream: DestinationStream = readableLog?.() ?? pino.destination(2)): Logger {
  return pino({ level, base: { pid: process.pid }, serializers: { err: error => describeThrown(error) } }, stream)
}
