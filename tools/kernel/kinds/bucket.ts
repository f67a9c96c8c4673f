import { DAY, HOUR } from '../durations.ts'

export interface Window {
  limit: number
  windowMs: number
}

export interface Bucket {
  /** Whose calls are counted together: an agent's, those from one IP address, or for one account of a person. */
  per: 'agent' | 'address' | 'account'
  /** One, or a short and a long one: a call needs room in both. */
  windows: readonly [Window] | readonly [short: Window, long: Window]
  /** Refused calls count too: guessing is what it limits. */
  countsRefused?: true
}

export const within = (windowMs: number, limit: number) => [{ limit, windowMs }] as const

export const hourly = (hour: number, day: number) => [...within(HOUR, hour), ...within(DAY, day)] as const
