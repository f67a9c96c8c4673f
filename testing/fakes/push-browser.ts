import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { compactVerify, importJWK } from 'jose'

/** The subscription of a browser, and how it decrypts what its push service delivers. */
export interface PushBrowser {
  p256dh: string
  auth: string
  /** Decrypts a message (RFC 8291, over the content coding of RFC 8188); throws if it is not for this browser. */
  open(body: Buffer): string
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

export function createPushBrowser(): PushBrowser {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    open(body) {
      const salt = body.subarray(0, 16)
      const end = 21 + body.readUInt8(20)
      const sender = body.subarray(21, end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derive(keys.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()])
      // The last record ends with a delimiter, 2, and padding of zeros (RFC 8188).
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

/** The sender's claims (RFC 8292); throws unless the key in the header signed them. */
export async function vapidClaims(authorization: string): Promise<{ key: string; claims: Record<string, unknown> }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const { payload } = await compactVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  return { key, claims: JSON.parse(Buffer.from(payload).toString('utf8')) }
}
