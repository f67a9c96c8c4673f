import path from 'node:path'
import { z } from 'zod'
import { isAddressRange } from '../../facade/http/client-address.ts'
import { isNetwork } from '../../push/egress-address.ts'
import { poolerIn } from '../../storage/db/driver.ts'
import { mailAddress } from '../../tools/core/text/mail-address.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === '' && !value.endsWith('/')
}

/** As browsers write it in `Origin`. */
const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

const isWebUrl = (value: string): boolean => /^https?:\/\/./.test(value) && URL.canParse(value)

const isEndpoint = (value: string): boolean => {
  if (!isWebUrl(value)) return false
  const { search, hash, username, password } = new URL(value)
  return `${search}${hash}${username}${password}` === ''
}

const separated = (value: string): string[] => value.split(',').flatMap(part => part.trim() || [])

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const PORT_RANGE = 'must be a number from 0 to 65535'

const isPostgresUrl = (value: string): boolean => /^postgres(ql)?:\/\/./.test(value)

/** The mode of a pooler that the address tells of. */
const isOfSession = (url: string): boolean => (poolerIn(url) ?? 'session') === 'session'
const POOLER_RANGE =
  'pooler must be session: in another mode a pooler loses prepared statements, locks and notifications'

const secretKey = z.string().min(32, 'must have at least 32 characters')

/** What a variable is for; `default`: its default in words, where no value says it. */
const told = (description: string, defaultValue?: string) => ({
  description,
  ...(defaultValue === undefined ? {} : { default: defaultValue }),
})

/** Every variable that the server reads, in the order in which they are listed. */
export const VARIABLES = z.object({
  HOST: z.string().min(1).default('127.0.0.1').meta(told('Address to listen on.')),
  PORT: z
    .string()
    .default('8080')
    .refine(isPort, PORT_RANGE)
    .transform(Number)
    .meta(told('Port to listen on; 0 takes a free one.')),
  BASE_URL: z
    .string()
    .refine(isBaseUrl, 'must be an http(s) URL without query and trailing slash')
    .optional()
    .meta(
      told(
        'The address clients use, without a trailing slash; its path is a prefix that a proxy keeps or strips.',
        'http://HOST:PORT',
      ),
    ),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must start with postgres://')
    .refine(isOfSession, POOLER_RANGE)
    .optional()
    .meta(
      told(
        'Any PostgreSQL 15 or newer; without it the server starts its own in DATA_DIR. `?pooler=session`: through pgbouncer.',
      ),
    ),
  DATABASE_STANDBY_URLS: z
    .string()
    .default('')
    .transform(separated)
    .refine(urls => urls.every(isPostgresUrl), 'must be addresses that start with postgres://, separated by commas')
    .refine(urls => urls.every(isOfSession), POOLER_RANGE)
    .meta(
      told(
        'Standbys of DATABASE_URL, comma separated, each an address of one: searches and lists are read from those that have all that was committed when they were asked for.',
      ),
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform(value => path.resolve(value))
    .meta(told('The embedded database, its log and the generated secret.')),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform(value => value === 'on')
    .meta(told('off: no rate limits, for tests, load and private networks.')),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isAddressRange), 'must be IP addresses or CIDR ranges, separated by commas')
    .meta(
      told(
        'Proxies in front of the server whose `X-Forwarded-For` says who asks: addresses or CIDR ranges, comma separated. Without them limits for addresses go by the connection.',
      ),
    ),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(separated)
    .refine(origins => origins.every(isOrigin), 'must be origins such as https://app.example, separated by commas')
    .meta(
      told(
        'Origins of pages in browsers that may call what takes a proof, and MCP, such as `https://app.example`, comma separated.',
      ),
    ),
  SECRET_KEY: secretKey
    .optional()
    .meta(
      told(
        'Seals what the database keeps secret, such as the keys that sign cursors and session ids. Servers that share a database share it; a lone server generates it into DATA_DIR.',
        'generated',
      ),
    ),
  SECRET_KEY_PREVIOUS: secretKey
    .optional()
    .meta(told('What SECRET_KEY was before: it opens what was sealed under it, until `secret rewrap` is done.')),
  EGRESS_PORTS: z
    .string()
    .default('443')
    .transform(separated)
    .refine(ports => ports.length > 0 && ports.every(isPort), 'must be ports, separated by commas')
    .transform(ports => ports.map(Number))
    .meta(told('Ports that webhooks and other calls out may go to, comma separated.')),
  EGRESS_REFUSED_NETWORKS: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isNetwork), 'must be IP addresses or CIDR ranges, separated by commas')
    .meta(
      told(
        'Networks that are never called, beside all that are not public: the server’s own public addresses, a NAT64 prefix; addresses or CIDR ranges, comma separated.',
      ),
    ),
  WEBHOOKS_LOCAL: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform(value => value === 'on')
    .meta(
      told(
        'on: webhooks may lead to this machine too, without TLS and at any port. For development; refused where others reach the server.',
      ),
    ),
  SMTP_URL: z
    .string()
    .refine(value => /^smtps?:\/\/./.test(value) && URL.canParse(value), 'must start with smtp:// or smtps://')
    .optional()
    .meta(
      told(
        'Where mail to people is handed in, as `smtps://user:password@mail.example`; without it mail waits in the database.',
      ),
    ),
  MAIL_FROM: mailAddress.optional().meta(told('The address that mail comes from.', 'no-reply at the host of BASE_URL')),
  PAYMENTS_RPC_URL: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(
      told(
        'JSON-RPC of a node of the chain that agents pay each other on, http or https; with this and what follows they can sell services.',
      ),
    ),
  PAYMENTS_CHAIN_ID: z
    .string()
    .refine(value => /^[1-9]\d{0,14}$/.test(value), 'must be a number above 0')
    .transform(Number)
    .optional()
    .meta(told('The number of that chain: 8453 is Base, 84532 Base Sepolia.')),
  PAYMENTS_ASSET: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional()
    .meta(told('The contract of the token that is paid in, which takes signed transfers (EIP-3009), as USDC does.')),
  PAYMENTS_DECIMALS: z
    .string()
    .default('6')
    .refine(value => /^\d{1,2}$/.test(value) && Number(value) <= 18, 'must be a number from 0 to 18')
    .transform(Number)
    .meta(told('The decimals that the token must have.')),
  PAYMENTS_RELAYER_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .meta(
      told('A file of mode 0600 with the private key of the account that sends the transactions and pays their gas.'),
    ),
  PAYMENTS_RELAYER_COMMAND: z
    .string()
    .min(1)
    .optional()
    .meta(
      told(
        'In its place: a command that signs for the account, whose address it prints when it is run with the word address.',
      ),
    ),
  PAYMENTS_RELAYER_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional()
    .meta(
      told('The address of that account, so that another key, or another answer of the command, keeps payments off.'),
    ),
  PAYMENTS_CONFIRMATIONS: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number)
    .meta(told('Blocks, with its own, that make a payment final enough for its right.')),
  CHALLENGES_MODEL_URL: z
    .string()
    .refine(isEndpoint, 'must be an http(s) URL without user, query and fragment')
    .optional()
    .meta(
      told(
        'Where a language model answers chat completions, as `https://api.example.com/v1`, of any network: it rewrites the tasks of challenges in words that no template has; needs CHALLENGES_MODEL_NAME.',
      ),
    ),
  CHALLENGES_MODEL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .optional()
    .meta(told('The key that this endpoint asks for, if it does.')),
  CHALLENGES_MODEL_NAME: z.string().min(1).optional().meta(told('The model that is asked for there.')),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta(told('The least that is logged: fatal, error, warn, info, debug, trace, or silent.')),
  LOG_REQUESTS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform(value => value === 'on')
    .meta(told('on: a line of the log for each request, at info: route, status, duration, agent and request id.')),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(
      told(
        'Where traces are sent, by OTLP over HTTP in protobuf, as `http://127.0.0.1:4318`; OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and the other standard variables hold then.',
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(told('In its place, for traces alone: the whole URL.')),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'], 'must be http/protobuf, the one that is spoken here')
    .optional()
    .meta(told('How traces are sent.', 'http/protobuf')),
  SERVICE_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 characters on one line')
    .default('Colloquy')
    .meta(told('The name this installation goes by, in documents and wallet statements.')),
  WEB_CONCURRENCY: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number)
    .meta(told('Server processes; more than one share the port.')),
  DRAIN_SECONDS: z
    .string()
    .default('0')
    .refine(value => /^\d{1,2}$/.test(value) && Number(value) <= 60, 'must be a number from 0 to 60')
    .transform(Number)
    .meta(
      told(
        'Seconds in which a server that stops still answers, while `/readyz` is 503 already: longer than the balancer takes to see that.',
      ),
    ),
  EVENT_LOOP_WATCHDOG_SECONDS: z
    .string()
    .default('30')
    .refine(value => /^\d{1,4}$/.test(value) && Number(value) <= 3_600, 'must be a number from 0 to 3600')
    .transform(Number)
    .meta(
      told(
        'Seconds for which the event loop of a server process may stand still before the process ends itself, to be started again; 0: for ever, as under a debugger.',
      ),
    ),
  METRICS_PORT: z
    .string()
    .refine(isPort, PORT_RANGE)
    .transform(Number)
    .optional()
    .meta(told('A port for `/metrics` alone; 0 takes a free one.')),
  METRICS_ON_MAIN_PORT: z
    .enum(['on', 'off'], 'must be on or off')
    .optional()
    .meta(
      told(
        'on: the main port serves `/metrics`, to this machine only; refused where BASE_URL is not of this machine.',
        'on where BASE_URL is of this machine and METRICS_PORT is not set',
      ),
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(told('Address for METRICS_PORT; the metrics name no agent, and anyone who reaches it may read them.')),
})

export const NAMES = Object.keys(VARIABLES.shape)

/** Read by what starts ahead of the configuration: from the environment alone. */
export const BESIDE = [
  {
    name: 'UV_THREADPOOL_SIZE',
    default: 'number of cores',
    description: 'Threads that verify signatures. Read from the environment alone.',
  },
] as const

interface Variable {
  name: string
  description: string
  /** The default: a value, or words where it is computed; `undefined` where it is nothing. */
  value: string | undefined
  default: string | undefined
}

/** The variables as documents tell them. */
export function describeVariables(): Variable[] {
  return Object.entries(VARIABLES.shape).map(([name, schema]) => {
    const { description = '', default: defaultValue } = schema.meta() as { description?: string; default?: string }
    return { name, description, default: defaultValue, value: defaultOf(schema) || undefined }
  })
}

/** What stands for a value that is not given, as it would be written. */
function defaultOf(schema: z.core.$ZodType): string | undefined {
  const { def } = schema._zod as unknown as { def: { type: string; in?: z.core.$ZodType; defaultValue?: string } }
  if (def.type === 'pipe' && def.in) return defaultOf(def.in)
  return def.type === 'default' ? def.defaultValue : undefined
}
