import { z } from 'zod'
import { EXAMPLE_INPUT } from './cli-help.ts'
import { EXIT_USAGE } from './execute-command.ts'
import { printJson } from './print-result.ts'
import { type InputLine, readLines } from './read-lines.ts'

/** Longer than any verb with all of its arguments. */
const LINE_BYTES = 1_048_576
/** EX_SOFTWARE of sysexits.h. */
const EXIT_SOFTWARE = 70

const request = z.strictObject({
  id: z.union([z.string(), z.int()]).nullable().default(null),
  /** As arguments of a command line. */
  argv: z.array(z.string()),
  /** Replaces standard input. */
  input: z.string().optional(),
})

export type BatchRequest = z.output<typeof request>

export interface BatchEnd {
  exit_code: number
  [member: string]: unknown
}

export interface BatchExchange {
  requests: AsyncIterable<Buffer>
  /** Whether the reader of the responses is still there. */
  write(line: string): Promise<boolean>
  writeError(text: string): void
}

/**
 * Executes requests, one JSON per line, one after the other, and writes a line of response for each. Ends with the
 * requests, or when the reader closes the output.
 */
export async function serveBatch(
  { requests, write, writeError }: BatchExchange,
  carryOut: (request: BatchRequest) => Promise<BatchEnd>,
): Promise<void> {
  let count = 0
  for await (const line of readLines(requests, LINE_BYTES)) {
    count++
    if (line && line.toString('latin1').trim() === '') continue
    const read = readRequest(line)
    const ending =
      'fault' in read ? faulty(`line ${count}: ${read.fault}`) : await carrySafely(read, carryOut, writeError)
    if (!(await write(printJson({ id: read.id, ...ending })))) return
  }
}

const faulty = (message: string): BatchEnd => ({ exit_code: EXIT_USAGE, message })

type Read = BatchRequest | { id: BatchRequest['id']; fault: string }

function readRequest(line: InputLine): Read {
  if (!line) return { id: null, fault: `is longer than ${LINE_BYTES} bytes; nothing in it was executed` }
  const value = parse(line)
  if (value === undefined) return { id: null, fault: `is not JSON in UTF-8; use a request such as ${EXAMPLE_INPUT}` }
  const read = request.safeParse(value)
  if (read.success) return read.data
  const id = request.shape.id.safeParse((value as { id?: unknown } | null)?.id)
  const [issue] = read.error.issues
  const where = issue?.path.join('.')
  return {
    id: id.data ?? null,
    fault: `${where ? `${where}: ` : ''}${issue?.message}; use a request such as ${EXAMPLE_INPUT}`,
  }
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line))
  } catch {
    return undefined
  }
}

async function carrySafely(
  read: BatchRequest,
  carryOut: (request: BatchRequest) => Promise<BatchEnd>,
  writeError: (text: string) => void,
): Promise<BatchEnd> {
  try {
    return await carryOut(read)
  } catch (error) {
    writeError(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { exit_code: EXIT_SOFTWARE, message: 'an unexpected error occurred; see standard error for details' }
  }
}
