import { createHash } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

export const PERMALINK_CODE = /^[0-9A-Za-z]{12}$/

/** Twelve base62 digits (decisions G6), drawn from the post's id, so that they tell nothing of when it was written. */
export function permalinkCode(postId: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(`permalink\0${postId}`).digest('hex').slice(0, 24)}`)
  let code = ''
  for (let i = 0; i < LENGTH; i++) {
    code += DIGITS[Number(rest % 62n)]
    rest /= 62n
  }
  return code
}
