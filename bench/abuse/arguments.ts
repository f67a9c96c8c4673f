import { z } from 'zod'
import { packageVersion, parseOptions } from '../../conformance/command-line.ts'
import type { Attack } from './attack.ts'
import { CASES } from './cases.ts'

const usage = `Usage: npm run abuse -- [--only CASES] [--rate-limits on|off|both] [--seconds N] [--workers N] [--results]
       npm run abuse -- --base-url URL [--pid PID] [--receiver FILE] [--operator COMMAND] [...]

  --only CASES         some of ${Object.keys(CASES).join(', ')},
                       or single attacks, such as batches/unread
  --rate-limits MODE   of the servers that are started (on); of a given one, what its operator says
  --seconds N          of each attack (10)
  --workers N          server processes (1)
  --results            brings B9 in bench/RESULTS.md up to date, or with --only its rows of these
  --base-url URL       attacks this server of this machine instead of starting one
  --pid PID            of that server, so that its memory is read
  --receiver FILE      of that server, where its webhooks lead, as for the suite
  --operator COMMAND   of that server, as for the suite; webhooks needs both
  --list               every attack, and what it does`

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
  .refine(given => !given['base-url'] || given['rate-limits'] !== 'both', 'one server has one --rate-limits')
  .refine(given => given['base-url'] || !given.pid, '--pid belongs to --base-url')
  .refine(given => given['base-url'] || !(given.receiver || given.operator), '--receiver belongs to --base-url')

export interface Parameters extends z.output<typeof parameters> {
  /** What `--only` says. */
  names: string | undefined
}

/** What the command line requests; if it cannot be parsed, the fault and the usage. */
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

/** The attacks of the cases that are named, case by case; of all where none is. */
function chooseCases(only: string | undefined, refused: z.RefinementCtx): (readonly Attack[])[] {
  const names = only?.split(',') ?? Object.keys(CASES)
  const isNamed = (word: string) => names.includes(word)
  const chosen = Object.entries(CASES).map(([name, attacks]) =>
    isNamed(name) ? attacks : attacks.filter(attack => isNamed(attack.name)),
  )
  const known = Object.entries(CASES).flatMap(([name, attacks]) => [name, ...attacks.map(attack => attack.name)])
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) refused.addIssue({ code: 'custom', message: `there is no case ${unknown}` })
  return chosen.filter(attacks => attacks.length > 0)
}
