import type { z } from 'zod'
import type { ChatModelOptions } from '../../push/chat-completions.ts'
import { publicKeyOf } from '../../push/web-push.ts'
import { missingCorrections } from '../../storage/db/driver.ts'
import { isLoopbackHost, isLoopbackUrl } from '../../tools/core/network/loopback.ts'
import { ConfigError } from './config-error.ts'
import { readConfigFile } from './config-file.ts'
import { findMisspelt, findUnknownVariables, isTelemetry, type UnknownVariable } from './unknown-variables.ts'
import { NAMES, VARIABLES } from './variables.ts'

export type Config = z.output<typeof VARIABLES>

/** The mail server, if configured. */
export function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM,
  BASE_URL,
}: Config): { smtpUrl: string; from: string } | undefined {
  const host = BASE_URL === undefined ? 'localhost' : new URL(BASE_URL).hostname
  return smtpUrl === undefined ? undefined : { smtpUrl, from: MAIL_FROM ?? `no-reply@${host}` }
}

/** The keys for push notifications to browsers, if configured. */
export function webPushOf({ WEB_PUSH_KEY: privateKey, SECURITY_CONTACT, BASE_URL, MAIL_FROM }: Config) {
  if (privateKey === undefined) return undefined
  const own = BASE_URL?.startsWith('https:') ? BASE_URL : `mailto:${MAIL_FROM ?? 'operator@localhost'}`
  return { privateKey, publicKey: publicKeyOf(privateKey)!, subject: SECURITY_CONTACT ?? own }
}

/** The language model that rewrites tasks, if configured. */
export function chatModelOf(config: Config): ChatModelOptions | undefined {
  const { CHALLENGES_MODEL_URL: url, CHALLENGES_MODEL_KEY: key, CHALLENGES_MODEL_NAME: name } = config
  if (url === undefined && key === undefined && name === undefined) return undefined
  if (url === undefined) throw new ConfigError('CHALLENGES_MODEL_URL: is required with the other model variables')
  if (name === undefined) throw new ConfigError('CHALLENGES_MODEL_NAME: is required with CHALLENGES_MODEL_URL')
  return { url, key, name }
}

/** Whether the main port serves metrics to this machine; `isLocalRequest` can tell only without a public address. */
export function isMetricsHere({ METRICS_ON_MAIN_PORT, METRICS_PORT, HOST, BASE_URL }: Config): boolean {
  if (METRICS_ON_MAIN_PORT !== undefined) return METRICS_ON_MAIN_PORT === 'on'
  return METRICS_PORT === undefined && isLoopbackBase({ HOST, BASE_URL })
}

/** Whether clients reach the server only at a local address: that of BASE_URL, or of HOST without one. */
export const isLoopbackBase = ({ HOST, BASE_URL }: Pick<Config, 'HOST' | 'BASE_URL'>): boolean =>
  BASE_URL === undefined ? isLoopbackHost(HOST) : isLoopbackUrl(BASE_URL)

/** Whether traces are enabled, by the standard variables of OpenTelemetry. */
export function wantsTraces(
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }: Config,
  source: NodeJS.ProcessEnv = process.env,
): boolean {
  if ((OTEL_EXPORTER_OTLP_ENDPOINT ?? OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) === undefined) return false
  return source.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' && source.OTEL_TRACES_EXPORTER !== 'none'
}

/** The configuration, and unknown variables. */
export interface Configured {
  config: Config
  unknownVariables: UnknownVariable[]
  /** Variables that came from the environment. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Reads the environment and, if specified, a file; the environment takes precedence. */
export function loadConfig(file?: string, source: NodeJS.ProcessEnv = process.env): Configured {
  const written = file === undefined ? {} : readConfigFile(file)
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value))
  const unknownVariables = [...findUnknownVariables(written, file ?? ''), ...findMisspelt(given)]
  // The OpenTelemetry packages read these variables themselves.
  for (const [name, value] of Object.entries(written)) if (isTelemetry(name)) source[name] ||= value
  return { config: readConfig({ ...written, ...given }), unknownVariables: unknownVariables, environment: given }
}

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(NAMES.flatMap(name => (source[name] ? [[name, source[name]]] : [])))
  requireExpanded(given)
  const parsed = VARIABLES.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  requireLoopback(parsed.data)
  return parsed.data
}

/** Rejects settings for local use if others can reach the server. */
function requireLoopback({ WEBHOOKS_LOCAL, METRICS_ON_MAIN_PORT, HOST, BASE_URL }: Config): void {
  const isLoopback = isLoopbackBase({ HOST, BASE_URL })
  if (WEBHOOKS_LOCAL && !(isLoopbackHost(HOST) && isLoopback)) {
    throw new ConfigError('WEBHOOKS_LOCAL: is for development only, and requires HOST and BASE_URL to be local')
  }
  if (METRICS_ON_MAIN_PORT === 'on' && !isLoopback) {
    throw new ConfigError('METRICS_ON_MAIN_PORT: requires a local BASE_URL; set METRICS_PORT instead')
  }
}

const REFERENCE = /\$\{[A-Za-z_][A-Za-z0-9_]*(:?[-+=?][^}]*)?\}/

/** Rejects a variable that a shell or compose file did not expand: it would be used literally. */
function requireExpanded(given: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(given).find(([, value]) => REFERENCE.test(String(value))) ?? []
  if (name) throw new ConfigError(`${name}: contains a $\{...} that was not expanded; write its value`)
}

/** Checks that the driver is patched, in case install scripts are disabled. */
export function requireCorrectDriver(): void {
  const missing = missingCorrections()
  if (missing.length === 0) return
  const issues = missing.map(issue => (typeof issue === 'number' ? `#${issue}` : issue)).join(', ')
  throw new ConfigError(`node_modules/postgres: lacks patches (${issues}); run npx patch-package to apply them`)
}
