import { DAY, HOUR } from '../durations.ts'

export interface RateWindow {
  limit: number
  windowMs: number
}

export interface RateLimit {
  /** What calls are counted by: the agent, the client's IP address, the account of a person, or the origin of an A2A client. */
  per: 'agent' | 'address' | 'account' | 'origin'
  /** One window, or a short and a long one: a call must fit in both. */
  windows: readonly [RateWindow] | readonly [short: RateWindow, long: RateWindow]
  /** Rejected calls count too, since the limit is against guessing. */
  countsRefused?: true
}

export const perWindow = (windowMs: number, limit: number) => [{ limit, windowMs }] as const

export const perHour = (hour: number, day: number) => [...perWindow(HOUR, hour), ...perWindow(DAY, day)] as const
