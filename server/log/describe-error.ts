export interface DescribedError {
  type: string
  message?: string
  code?: string
  constraint?: string
  table?: string
  /** Where the error was created: the stack frames without the message. */
  stack?: string
  cause?: DescribedError
}

const NAME = /^[\w. -]{1,100}$/
const MOST_CAUSES = 5

/**
 * Describes an error without the values it is about: these occur in PostgreSQL's `detail` and `where`, in the driver's
 * `parameters`, in members that libraries add, and in some messages.
 */
export function describeThrown(thrown: unknown, causes = MOST_CAUSES): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const { code, constraint_name, table_name, cause } = thrown as Error & Record<string, unknown>
  const members = {
    message: quotesValues(thrown) ? undefined : thrown.message,
    code: nameIn(code),
    constraint: nameIn(constraint_name),
    table: nameIn(table_name),
    stack: thrown.stack
      ?.split('\n')
      .filter(line => line.startsWith('    at '))
      .join('\n'),
    cause: cause === undefined || causes === 0 ? undefined : describeThrown(cause, causes - 1),
  }
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return { type: thrown.constructor.name, ...Object.fromEntries(present) }
}

/**
 * PostgreSQL quotes the value in data exceptions (class 22), the JSON parser quotes its text, and Node the received
 * value.
 */
function quotesValues(error: Error): boolean {
  const code = String((error as { code?: unknown }).code)
  return error instanceof SyntaxError || /^22...$|^ERR_(HTTP|INVALID|OUT_OF|UNESCAPED|UNKNOWN)_/.test(code)
}

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && NAME.test(value) ? value : undefined
