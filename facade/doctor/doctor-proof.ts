import { createHmac, timingSafeEqual } from 'node:crypto'

export const DOCTOR_PATH = '/api/v1/aui/doctor'
export const PROOF_HEADER = 'x-colloquy-doctor'
const FRESH_MS = 300_000

/** Proves possession of the installation's keys, for a few minutes. */
export const doctorProofAt = (secret: Buffer, ms: number): string =>
  `${ms}.${createHmac('sha256', secret).update(`doctor\0${ms}`).digest('base64url')}`

export function isDoctorProof(secret: Buffer, header: unknown, now: number): boolean {
  const ms = Number(/^(\d{1,15})\./.exec(String(header))?.[1] ?? Number.NaN)
  if (!(Math.abs(now - ms) <= FRESH_MS)) return false
  const [given, wanted] = [Buffer.from(String(header)), Buffer.from(doctorProofAt(secret, ms))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
