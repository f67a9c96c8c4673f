import { z } from 'zod'
import { packageVersion, parseOptions } from '../../conformance/command-line.ts'
import type { Attack } from './attack.ts'
import { CASES } from './cases.ts'

const usage = `Usage: npm run abuse -- [--only CASES] [--rate-limits on|off|both] [--seconds N] [--workers N] [--results]
       npm run abuse -- --base-url URL [--pid PID] [--receiver FILE] [--operator COMMAND] [...]

  --only CASES         one or more of ${Object.keys(CASES).join(', ')},
                       or single attacks, such as batches/unread
  --rate-limits MODE   of the servers that are started (default on), or of the server at --base-url
  --seconds N          the duration of each attack (default 10)
  --workers N          the number of server processes (default 1)
  --results            updates B9 in bench/RESULTS.md, with --only the rows of these attacks
  --base-url URL       attacks a running server on this machine
  --pid PID            its process, whose memory is measured
  --receiver FILE      its webhook receiver, as for the conformance suite
  --operator COMMAND   its operator command, as for the suite; webhooks needs both
  --list               lists the attacks`

const options = {
  only: { type: 'string' },
  'rate-limits': { type: 'string', default: 'on' },
  seconds: { type: 'string', default: '10' },
  workers: { type: 'string', default: '1' },
  results: { type: 'boolean', default: false },
  'base-url': { type: 'string' },
  pid: { type: 'string' },
  receiver: { type: 'string' },
  operator: { type: 'string' },
  list: { type: 'boolean', default: false },
} as const

const count = z.coerce.number().int().min(1)

const parameters = z
  .object({
    only: z.string().optional().transform(chooseCases),
    'rate-limits': z.enum(['on', 'off', 'both']),
    seconds: count,
    workers: count,
    results: z.boolean(),
    'base-url': z.url().optional(),
    pid: count.optional(),
    receiver: z.string().optional(),
    operator: z.string().optional(),
    list: z.boolean(),
  })
  .refine(options => !options['base-url'] || options['rate-limits'] !== 'both', 'one server has one --rate-limits')
  .refine(options => options['base-url'] || !options.pid, '--pid belongs to --base-url')
  .refine(options => options['base-url'] || !(options.receiver || options.operator), '--receiver belongs to --base-url')

export interface Parameters extends z.output<typeof parameters> {
  /** The argument of `--only`. */
  names: string | undefined
}

/** The parsed command line, a text to print, or the usage error. */
export function readArguments(): Parameters | { print: string } | string {
  try {
    const { help, version, ...values } = parseOptions(process.argv.slice(2), options)
    if (help) return { print: usage }
    if (version) return { print: `abuse ${packageVersion()}` }
    const parsed = parameters.safeParse(values)
    return parsed.success ? { ...parsed.data, names: values.only } : `${parsed.error.issues[0]?.message}\n\n${usage}`
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n\n${usage}`
  }
}

/** The attacks of the named cases, by case; of all cases without names. */
function chooseCases(only: string | undefined, refused: z.RefinementCtx): (readonly Attack[])[] {
  const names = only?.split(',') ?? Object.keys(CASES)
  const isNamed = (name: string) => names.includes(name)
  const chosen = Object.entries(CASES).map(([name, attacks]) =>
    isNamed(name) ? attacks : attacks.filter(attack => isNamed(attack.name)),
  )
  const known = Object.entries(CASES).flatMap(([name, attacks]) => [name, ...attacks.map(attack => attack.name)])
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) refused.addIssue({ code: 'custom', message: `there is no case ${unknown}` })
  return chosen.filter(attacks => attacks.length > 0)
}
