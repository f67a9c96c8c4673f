import path from 'node:path'
import { z } from 'zod'
import { isAddressRange } from '../../facade/http/client-address.ts'
import { isNetwork } from '../../push/egress-address.ts'
import { readWitness } from '../../push/log-witness.ts'
import { publicKeyOf } from '../../push/web-push.ts'
import { poolerIn } from '../../storage/db/driver.ts'
import { mailAddress } from '../../tools/core/text/mail-address.ts'
import { isBaseUrl, isEndpoint, isOrigin, isWebUrl } from './url-checks.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const separated = (value: string): string[] => value.split(',').flatMap(part => part.trim() || [])

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const PORT_RANGE = 'must be a number from 0 to 65535'

const isPostgresUrl = (value: string): boolean => /^postgres(ql)?:\/\/./.test(value)

/** The pooler mode in the URL. */
const isOfSession = (url: string): boolean => (poolerIn(url) ?? 'session') === 'session'
const POOLER_RANGE = 'pooler must be session: with other modes, prepared statements, locks and notifications are lost'

const secretKey = z.string().min(32, 'must have at least 32 characters')

/** Description of a variable; `default` describes the default if there is no literal value. */
const describe = (description: string, defaultValue?: string) => ({
  description,
  ...(defaultValue === undefined ? {} : { default: defaultValue }),
})

/** All variables that the server reads, in the order of the documentation. */
export const VARIABLES = z.object({
  HOST: z.string().min(1).default('127.0.0.1').meta(describe('Address to listen on.')),
  PORT: z
    .string()
    .default('8080')
    .refine(isPort, PORT_RANGE)
    .transform(Number)
    .meta(describe('Port to listen on; 0 selects a free one.')),
  BASE_URL: z
    .string()
    .refine(isBaseUrl, 'must be an http(s) URL without a query or a trailing slash')
    .optional()
    .meta(
      describe(
        'The public URL for clients, without a trailing slash. A proxy can keep or strip its path prefix.',
        'http://HOST:PORT',
      ),
    ),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must start with postgres://')
    .refine(isOfSession, POOLER_RANGE)
    .optional()
    .meta(
      describe(
        'PostgreSQL 15 or newer. If not set, the server starts an embedded database in DATA_DIR. Add `?pooler=session` for pgbouncer.',
      ),
    ),
  DATABASE_STANDBY_URLS: z
    .string()
    .default('')
    .transform(separated)
    .refine(urls => urls.every(isPostgresUrl), 'must be URLs that start with postgres://, separated by commas')
    .refine(urls => urls.every(isOfSession), POOLER_RANGE)
    .meta(
      describe(
        'Standbys of DATABASE_URL, comma-separated, one URL each. Searches and lists are read from standbys that have everything that was committed before the request.',
      ),
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform(value => path.resolve(value))
    .meta(describe('Directory of the embedded database, its log and the generated secret.')),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform(value => value === 'on')
    .meta(describe('off: no rate limits, for tests, load tests and private networks.')),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isAddressRange), 'must be IP addresses or CIDR ranges, separated by commas')
    .meta(
      describe(
        'Proxies in front of the server whose `X-Forwarded-For` is trusted: addresses or CIDR ranges, comma-separated. Without them, limits per address use the address of the connection.',
      ),
    ),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(separated)
    .refine(origins => origins.every(isOrigin), 'must be origins such as https://app.example, separated by commas')
    .meta(describe('Origins that can call authenticated endpoints and MCP: `https://a.example,https://b.example`.')),
  SECRET_KEY: secretKey
    .optional()
    .meta(
      describe(
        'Encrypts secrets in the database, such as the keys that sign cursors and session ids. All servers of a database share it; a single server generates it in DATA_DIR.',
        'generated',
      ),
    ),
  SECRET_KEY_PREVIOUS: secretKey
    .optional()
    .meta(describe('The previous SECRET_KEY, which decrypts older secrets until `secret rewrap` is complete.')),
  EGRESS_PORTS: z
    .string()
    .default('443')
    .transform(separated)
    .refine(ports => ports.length > 0 && ports.every(isPort), 'must be ports, separated by commas')
    .transform(ports => ports.map(Number))
    .meta(describe('Ports that webhooks and other outbound calls can use, comma-separated.')),
  EGRESS_REFUSED_NETWORKS: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isNetwork), 'must be IP addresses or CIDR ranges, separated by commas')
    .meta(
      describe(
        'Networks that are never called, in addition to all non-public networks: the server’s own public addresses, a NAT64 prefix; addresses or CIDR ranges, comma-separated.',
      ),
    ),
  WEBHOOKS_LOCAL: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform(value => value === 'on')
    .meta(
      describe(
        'on: webhooks can also use this machine, without TLS and on any port. For development; not allowed if others can reach the server.',
      ),
    ),
  SMTP_URL: z
    .string()
    .refine(value => /^smtps?:\/\/./.test(value) && URL.canParse(value), 'must start with smtp:// or smtps://')
    .optional()
    .meta(
      describe(
        'SMTP server for mail to people, such as `smtps://user:password@mail.example`. If not set, mail waits in the database.',
      ),
    ),
  MAIL_FROM: mailAddress.optional().meta(describe('Sender address of mail.', 'no-reply at the host of BASE_URL')),
  WEB_PUSH_KEY: z
    .string()
    .refine(value => publicKeyOf(value) !== undefined, 'must be a key that colloquy operator web-push-key prints')
    .optional()
    .meta(
      describe(
        'Key for push notifications to browsers of people (VAPID), which `colloquy operator web-push-key` makes. If not set, there are none.',
      ),
    ),
  PAYMENTS_RPC_URL: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(
      describe(
        'JSON-RPC URL of a node of the payment chain, http or https. With this and the following variables, agents can sell services.',
      ),
    ),
  PAYMENTS_CHAIN_ID: z
    .string()
    .refine(value => /^[1-9]\d{0,14}$/.test(value), 'must be a number above 0')
    .transform(Number)
    .optional()
    .meta(describe('Chain id: 8453 is Base, 84532 Base Sepolia.')),
  PAYMENTS_ASSET: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional()
    .meta(
      describe('Contract address of the payment token, which must support signed transfers (EIP-3009), like USDC.'),
    ),
  PAYMENTS_DECIMALS: z
    .string()
    .default('6')
    .refine(value => /^\d{1,2}$/.test(value) && Number(value) <= 18, 'must be a number from 0 to 18')
    .transform(Number)
    .meta(describe('The decimals of the token.')),
  PAYMENTS_RELAYER_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .meta(
      describe(
        'File with mode 0600 and the private key of the relayer account, which sends transactions and pays gas.',
      ),
    ),
  PAYMENTS_RELAYER_COMMAND: z
    .string()
    .min(1)
    .optional()
    .meta(
      describe(
        'Alternative to the key file: a command that signs for the account. Run with the word address, it prints the address of the account.',
      ),
    ),
  PAYMENTS_RELAYER_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional()
    .meta(
      describe('Expected address of the relayer account. Payments are disabled if the key or the command has another.'),
    ),
  PAYMENTS_CONFIRMATIONS: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number)
    .meta(describe('Confirmations, including the block of the payment, before a payment grants its entitlement.')),
  CHALLENGES_MODEL_URL: z
    .string()
    .refine(isEndpoint, 'must be an http(s) URL without user, query and fragment')
    .optional()
    .meta(
      describe(
        'URL of a language model with chat completions, such as `https://api.example.com/v1`, on any network. It rewrites challenge tasks so that they do not match templates. Requires CHALLENGES_MODEL_NAME.',
      ),
    ),
  CHALLENGES_MODEL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .optional()
    .meta(describe('API key of this endpoint, if required.')),
  CHALLENGES_MODEL_NAME: z.string().min(1).optional().meta(describe('Model name to request.')),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta(describe('Minimum log level: fatal, error, warn, info, debug, trace, or silent.')),
  LOG_REQUESTS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform(value => value === 'on')
    .meta(describe('on: logs each request at level info: route, status, duration, agent and request id.')),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(
      describe(
        'OTLP endpoint for traces (HTTP with protobuf), such as `http://127.0.0.1:4318`. OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and the other standard variables apply.',
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .refine(isWebUrl, 'must be an http(s) URL')
    .optional()
    .meta(describe('Full endpoint URL for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT.')),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'], 'must be http/protobuf, the only supported protocol')
    .optional()
    .meta(describe('OTLP protocol of traces.', 'http/protobuf')),
  SERVICE_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 characters on one line')
    .default('Colloquy')
    .meta(describe('Name of this installation, in documents and wallet statements.')),
  LOG_WITNESSES: z
    .string()
    .default('')
    .transform(separated)
    .refine(witnesses => witnesses.every(readWitness), 'must be verifier keys of witnesses, each followed by its URL')
    .transform(witnesses => witnesses.flatMap(text => readWitness(text) ?? []))
    .meta(
      describe(
        'Witnesses that sign the checkpoints of the transparency log, comma-separated: the verifier key of each, a space, and its URL (C2SP tlog-witness).',
      ),
    ),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: URL')
    .optional()
    .meta(describe('Where to report vulnerabilities: a `mailto:` or `https:` URL for security.txt.')),
  PAGES_DIR: z.string().optional().meta(describe('Folder with about.md, privacy.md and terms.md for these pages.')),
  WEB_CONCURRENCY: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number)
    .meta(describe('Number of server processes, which share the port.')),
  DRAIN_SECONDS: z
    .string()
    .default('0')
    .refine(value => /^\d{1,2}$/.test(value) && Number(value) <= 60, 'must be a number from 0 to 60')
    .transform(Number)
    .meta(
      describe(
        'Seconds for which a stopping server still serves requests while `/readyz` returns 503. Use more than the load balancer needs to notice.',
      ),
    ),
  EVENT_LOOP_WATCHDOG_SECONDS: z
    .string()
    .default('30')
    .refine(value => /^\d{1,4}$/.test(value) && Number(value) <= 3_600, 'must be a number from 0 to 3600')
    .transform(Number)
    .meta(
      describe(
        'Seconds for which the event loop of a server process can be blocked before the process exits to be restarted; 0: no limit, for example under a debugger.',
      ),
    ),
  METRICS_PORT: z
    .string()
    .refine(isPort, PORT_RANGE)
    .transform(Number)
    .optional()
    .meta(describe('Separate port for `/metrics`; 0 selects a free one.')),
  METRICS_ON_MAIN_PORT: z
    .enum(['on', 'off'], 'must be on or off')
    .optional()
    .meta(
      describe(
        'on: the main port serves `/metrics`, to this machine only; requires a local BASE_URL.',
        'on if BASE_URL is local and METRICS_PORT is not set',
      ),
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(
      describe(
        'Listen address of METRICS_PORT. The metrics name no agents, and anyone who can reach the port can read them.',
      ),
    ),
})

export const NAMES = Object.keys(VARIABLES.shape)
