import { parseOptions, UsageError } from './command-line.ts'
import { type ProfileName, profileNames } from './runner/profiles.ts'

export const usage = `Usage: conformance --base-url URL [OPTIONS]

  --base-url URL      the server, such as http://localhost:8080
  --profile NAME      which clauses must pass: ${profileNames.join(', ')} (all)
  --only PATTERN      only scenarios whose name matches the regular expression; if none does, checks whose
                      title or clause id matches
  --part K/N          the Kth of every N scenarios, for N runs at once, each against its own server
  --offered           the server implements only some routes: skip those that it answers with 404 or 405
  --unlimited         the server runs with its rate limits off
  --keep              keep what the run writes; by default it deletes what it can at the end
  --minutes N         end the run after N minutes (60); checks that have not run by then count as not tested
  --operator COMMAND  how the suite asks the operator, see OPERATOR.md; without it, those checks are skipped
  --receiver FILE     where the server can call the suite, see OPERATOR.md; without it, those checks are skipped
  --report KIND=FILE  write text, tap, junit, json or html to a file, - for standard output; can be repeated
  --tap               the same as --report tap=-
  --quiet             print only the summary, no progress
  --list              print the names of the scenarios
  --version           print the version of the suite

The exit code is 0 when nothing failed, 1 when something did, 2 when the suite could not run.`

export type Options = {
  baseUrl: string
  profile: ProfileName
  only?: string
  /** The `index`th of every `count` scenarios, from 0. */
  part?: { index: number; count: number }
  isLimited: boolean
  /** Whether to skip routes that the server does not implement. */
  isOffered: boolean
  operator?: string
  receiver?: string
  keepsData: boolean
  minutes: number
  /** Only the summary is printed. */
  isQuiet: boolean
  reports: string[]
}

/** The options, or a request for output instead of a run. */
export function readOptions(words: string[]): Options | 'list' | 'help' | 'version' {
  const values = parseOptions(words, OPTIONS)
  if (values.help) return 'help'
  if (values.version) return 'version'
  if (values.list) return 'list'
  const baseUrl = values['base-url']
  if (!baseUrl) throw new UsageError('--base-url is required')
  if (!URL.canParse(baseUrl)) throw new UsageError('--base-url must be a URL')
  const profile = profileNames.find(name => name === values.profile)
  if (!profile) throw new UsageError(`--profile must be one of ${profileNames.join(', ')}`)
  const { only, offered, unlimited, operator, receiver, keep, quiet } = values
  if (only !== undefined && !isExpression(only)) throw new UsageError('--only must be a regular expression')
  const part = /^([1-9]\d?)\/([1-9]\d?)$/.exec(values.part ?? '1/1')
  if (!part || Number(part[1]) > Number(part[2])) throw new UsageError('--part must be as in 1/2 and 2/2')
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new UsageError('--minutes must be a number above 0, at most a day')
  const reports = [...(values.report ?? []), ...(values.tap ? ['tap=-'] : [])]
  return {
    ...{
      baseUrl,
      profile,
      isLimited: !unlimited,
      isOffered: offered,
      keepsData: keep,
      isQuiet: quiet,
      minutes,
      reports,
    },
    ...(only === undefined ? {} : { only }),
    ...(values.part === undefined ? {} : { part: { index: Number(part[1]) - 1, count: Number(part[2]) } }),
    ...(operator === undefined ? {} : { operator }),
    ...(receiver === undefined ? {} : { receiver }),
  }
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}

const OPTIONS = {
  'base-url': { type: 'string' },
  profile: { type: 'string', default: 'all' },
  only: { type: 'string' },
  part: { type: 'string' },
  operator: { type: 'string' },
  receiver: { type: 'string' },
  keep: { type: 'boolean', default: false },
  minutes: { type: 'string', default: '60' },
  offered: { type: 'boolean', default: false },
  unlimited: { type: 'boolean', default: false },
  report: { type: 'string', multiple: true },
  tap: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const
