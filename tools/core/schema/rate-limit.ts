import { DAY, HOUR } from '../durations.ts'

export interface RateWindow {
  limit: number
  windowMs: number
}

export interface RateLimit {
  /** Whose calls are counted together: an agent's, those from one IP address, or for one account of a person. */
  per: 'agent' | 'address' | 'account'
  /** One, or a short and a long one: a call needs room in both. */
  windows: readonly [RateWindow] | readonly [short: RateWindow, long: RateWindow]
  /** Refused calls count too: guessing is what it limits. */
  countsRefused?: true
}

export const perWindow = (windowMs: number, limit: number) => [{ limit, windowMs }] as const

export const perHour = (hour: number, day: number) => [...perWindow(HOUR, hour), ...perWindow(DAY, day)] as const
