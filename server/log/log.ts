import { type DestinationStream, type Logger, pino } from 'pino'
import { describeThrown } from './describe-error.ts'

// Loaded only for a terminal: it is half of the log's startup cost.
const { readableLog } = process.stderr.isTTY ? await import('./readable-log.ts') : {}

/**
 * The log of a process, on stderr: JSON lines, or readable ones on a terminal; errors never contain values from
 * requests.
 */
export function createLog(level: string, stream: DestinationStream = readableLog?.() ?? pino.destination(2)): Logger {
  return pino({ level, base: { pid: process.pid }, serializers: { err: error => describeThrown(error) } }, stream)
}
