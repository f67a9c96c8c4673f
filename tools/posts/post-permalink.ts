import { hash } from 'node:crypto'
import type { Installation } from '../core/context.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Twelve base62 digits (POST-48), derived from the post's id by a keyed hash, so that they reveal nothing (POST-67).
 */
export function permalinkCode(postId: string): string {
  const digest = Buffer.from(hash('sha256', `permalink\0${postId}`), 'hex')
  return sixDigits(digest.readUIntBE(0, 6)) + sixDigits(digest.readUIntBE(6, 6))
}

/** The URL for browsers. */
export const postPermalink = (installation: Installation, code: string): string => `${installation.baseUrl}/p/${code}`

function sixDigits(number: number): string {
  let code = ''
  for (let rest = number; code.length < 6; rest = Math.floor(rest / 62)) code += DIGITS[rest % 62]
  return code
}
