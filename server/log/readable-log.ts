import { PinoPretty } from 'pino-pretty'
import type { DescribedError } from './describe-error.ts'

type Fields = Record<string, unknown>

/** A stream that formats log lines for people, with colours if the terminal supports them. */
export const readableLog = (destination: number | NodeJS.WritableStream = 2, colorize?: boolean) =>
  PinoPretty({
    destination,
    sync: true,
    hideObject: true,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: (log, _key, _level, { colors }) => lineOf(log, colors.gray),
    ...(colorize === undefined ? {} : { colorize }),
  })

/** The message, then its fields, then the stack of an error on lines of its own. */
function lineOf({ level, time, pid, msg, err, ...fields }: Fields, quiet: (text: string) => string): string {
  const error = err as DescribedError | undefined
  const head = 'route' in fields ? `${msg}: ${answered(fields)}` : String(msg ?? '')
  const rest = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${worded(value)}`],
  )
  const parts = [head, ...(rest.length > 0 ? [quiet(rest.join(' '))] : [])]
  return [parts.join('  '), ...(error ? [describeFault(error)] : [])].join('\n')
}

/** The line of a request starts with method, path and status. */
function answered(fields: Fields): string {
  const { method, route, status, problem, duration_ms } = fields
  for (const field of ['method', 'route', 'status', 'problem', 'duration_ms']) delete fields[field]
  const more = [problem, duration_ms === undefined ? undefined : `in ${duration_ms} ms`].filter(part => part)
  return [method, route, status, ...more].join(' ')
}

const worded = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value)

function describeFault({ type, message, code, constraint, table, stack, cause }: DescribedError): string {
  const known = Object.entries({ code, constraint, table }).filter(([, value]) => value !== undefined)
  const facts = known.map(([name, value]) => ` ${name}=${value}`).join('')
  const lines = [`    ${type}${message ? `: ${message}` : ''}${facts}`, ...(stack ? [stack] : [])]
  return [...lines, ...(cause ? [`    because of\n${describeFault(cause)}`] : [])].join('\n')
}
