import { nearestOf } from '../../tools/core/text/nearest-name.ts'
import { ENVIRONMENT_ONLY } from './describe-variables.ts'
import { NAMES } from './variables.ts'

/** A variable that is set but never read. */
export interface UnknownVariable {
  name: string
  /** The most similar known variable. */
  nearest: string | undefined
  message: string
}

const EDITS = { count: 1, share: 1 / 6 }
/** Prefixes that only this program uses. */
const OWN_WORDS = /^(EGRESS|METRICS|PAYMENTS|WEBHOOKS|RATE_LIMITS|TRUSTED_PROX)/

const lower = new Map(NAMES.map(name => [name.toLowerCase(), name]))
const nearestTo = (name: string): string | undefined => lower.get(nearestOf(name, [...lower.keys()], EDITS)[0] ?? '')

/** Standard variables of OpenTelemetry, which its packages read. */
export const isTelemetry = (name: string) => /^OTEL_[A-Z_]+$/.test(name)

const isKnown = (name: string) => NAMES.includes(name) || isTelemetry(name)
const isRead = (name: string) => isKnown(name) || ENVIRONMENT_ONLY.some(other => other.name === name)

/** For a file, where every variable is meant for the server. */
export function findUnknownVariables(written: Readonly<Record<string, string>>, file: string): UnknownVariable[] {
  return Object.keys(written).flatMap(name => {
    if (isKnown(name)) return []
    const early = ENVIRONMENT_ONLY.find(other => other.name === name)
    if (early)
      return [
        { name, nearest: undefined, message: `${name} in ${file} is ignored: it is read only from the environment` },
      ]
    return [stranger(name, nearestTo(name), ` of ${file}`)]
  })
}

/** For the environment, which other programs share: only similar names. */
export function findMisspelt(given: Readonly<Record<string, unknown>>): UnknownVariable[] {
  return Object.keys(given).flatMap(name => {
    const isShort = name.length < SHORTEST
    if (isRead(name) || isShort) return []
    const nearest = nearestTo(name)
    return nearest === undefined && !OWN_WORDS.test(name) ? [] : [stranger(name, nearest, '')]
  })
}

/** Shorter names are similar to too many others: HOME, PATH, PORTS. */
const SHORTEST = 8

const stranger = (name: string, nearest: string | undefined, where: string): UnknownVariable => ({
  name,
  nearest,
  message: `unknown variable ${name}${where}${nearest ? `; did you mean ${nearest}?` : ''}`,
})
