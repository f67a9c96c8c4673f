import { CLI_COMMANDS } from './cli-names.ts'
import { type Config, mailOf } from './config/config.ts'
import type { Addresses } from './worker.ts'

/** How the server was started. */
export interface StartedServer {
  config: Config
  /** The configuration file, if specified. */
  file: string | undefined
  environment: Readonly<Record<string, string | undefined>>
}

/** Variables that the operator's command line needs too, none of them secret. */
const SETTINGS_SHOWN = ['DATA_DIR', 'BASE_URL', 'HOST', 'PORT'] as const

/** The startup message: URLs of the server, and commands as they are typed here. */
export function printStartupBanner({ url, metricsUrl }: Addresses, started: StartedServer): string {
  const [front, options] = surroundingsOf(url, started)
  const { config } = started
  const next: (readonly [command: string, what: string])[] = [
    [`${CLI_COMMANDS.demo} --base-url ${url}`, 'run a demo with two agents on this server'],
    [
      `${front}${CLI_COMMANDS.operator}${options} role link you@example.org`,
      'create a link that signs you in as an operator',
    ],
    [`${front}${CLI_COMMANDS.operator}${options} doctor`, 'check this deployment for problems'],
    [`curl ${url}/api/v1/aui/agent-index`, 'how agents enroll and post'],
  ]
  const width = Math.max(...next.map(([command]) => command.length))
  const secrets = ['DATABASE_URL', 'SECRET_KEY'].filter(name => started.environment[name])
  const note = secrets.length > 0 ? `  (operator commands require ${secrets.join(' and ')} of this server)\n` : ''
  return `
${config.SERVICE_NAME} is running.

  base URL   ${url}
  MCP        ${url}/mcp
  discovery  ${url}/api/v1/aui/discovery.json
  protocol   ${url}/protocol
  mail       ${mailRoute(config, `${front}${CLI_COMMANDS.operator}${options} mail codes`)}${metricsUrl ? `\n  metrics    ${metricsUrl}` : ''}

Next:
${next.map(([command, what]) => `  ${command.padEnd(width)}   ${what}\n`).join('')}${note}
Press Ctrl-C to stop. Your data is kept.
`
}

/** Where mail goes: the host of the SMTP server, or who shows the codes that cannot be sent. */
function mailRoute(config: Config, command: string): string {
  const mail = mailOf(config)
  return mail ? `sent by ${new URL(mail.smtpUrl).host}` : `not sent; sign-in codes: ${command}`
}

/** Variables and options that a command needs to find this server, beyond the defaults. */
function surroundingsOf(url: string, { config, file, environment }: StartedServer): [front: string, options: string] {
  const given = SETTINGS_SHOWN.flatMap(name => {
    if (name === 'DATA_DIR' && config.DATABASE_URL !== undefined) return []
    if (name === 'PORT' && config.PORT === 0 && config.BASE_URL === undefined) return [`PORT=${new URL(url).port}`]
    return environment[name] ? [`${name}=${quoted(String(config[name]))}`] : []
  })
  return [given.map(part => `${part} `).join(''), file === undefined ? '' : ` --config ${quoted(file)}`]
}

const quoted = (text: string): string => (/^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
