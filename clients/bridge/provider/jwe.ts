import { constants, createCipheriv, createPublicKey, type JsonWebKey, publicEncrypt, randomBytes } from 'node:crypto'

/** A compact JWE with RSA-OAEP and A256GCM (RFC 7516), like the broker's. */
export function encrypt(payload: object, jwk: JsonWebKey, owner: object): string {
  const alg = jwk.alg === 'RSA-OAEP' ? 'RSA-OAEP' : 'RSA-OAEP-256'
  const header = { alg, enc: 'A256GCM', ...(jwk.kid === undefined ? {} : { kid: jwk.kid }), ...owner }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const rsa = {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    padding: constants.RSA_PKCS1_OAEP_PADDING,
    oaepHash: alg === 'RSA-OAEP' ? 'sha1' : 'sha256',
  }
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(head))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(payload)), cipher.final()])
  const parts = [publicEncrypt(rsa, key), iv, sealed, cipher.getAuthTag()]
  return [head, ...parts.map(part => part.toString('base64url'))].join('.')
}
