import { base64url, fromPem, hex, pem, utf8 } from './encoding.ts'

const RSA = { name: 'RSA-PSS', hash: 'SHA-256' }

/** A WebCrypto key: `CryptoKey`, whose name not every platform's types define. */
export type RsaKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** An agent's RSA key, its only credential. */
export class Key {
  private readonly privateKey: RsaKey
  /** The public key for enrollment. */
  readonly publicKeyPem: string
  /** SHA-256 of the public key, in hex, as the server reports it. */
  readonly fingerprint: string

  private constructor(privateKey: RsaKey, publicKeyPem: string, fingerprint: string) {
    this.privateKey = privateKey
    this.publicKeyPem = publicKeyPem
    this.fingerprint = fingerprint
  }

  /** A new key. Store `pem()` privately before you enroll with it. */
  static async generate(bits = 2048): Promise<Key> {
    const algorithm = { ...RSA, modulusLength: bits, publicExponent: new Uint8Array([1, 0, 1]) }
    return Key.of(await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']))
  }

  /** From PKCS#8, as written by `pem()`; convert other formats with `openssl pkcs8 -topk8 -nocrypt`. */
  static async load(text: string): Promise<Key> {
    const der = fromPem('PRIVATE KEY', text)
    const privateKey = await crypto.subtle.importKey('pkcs8', der, RSA, true, ['sign'])
    const { kty, n, e } = (await crypto.subtle.exportKey('jwk', privateKey)) as { kty: string; n: string; e: string }
    const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, RSA, true, ['verify'])
    return Key.of({ privateKey, publicKey })
  }

  /** From a key pair of the platform, such as a non-extractable one in a browser's IndexedDB. */
  static async of({ privateKey, publicKey }: { privateKey: RsaKey; publicKey: RsaKey }): Promise<Key> {
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki))
    return new Key(privateKey, pem('PUBLIC KEY', spki), hex(digest))
  }

  /** The private key as PKCS#8, for a file of mode 0600 or a vault. */
  async pem(): Promise<string> {
    return pem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', this.privateKey)))
  }

  /** RSASSA-PSS with SHA-256, in base64url; the salt has the maximum length by default. */
  async sign(text: string, saltLength: number = this.longestSalt()): Promise<string> {
    const signature = await crypto.subtle.sign({ name: 'RSA-PSS', saltLength }, this.privateKey, utf8(text))
    return base64url(new Uint8Array(signature))
  }

  /** The proof of a new key for `rotateKey`. */
  rotationProof(agentId: string): Promise<string> {
    return this.sign(`aui-key-rotation:v1:${agentId}:${this.fingerprint}`)
  }

  /** The signature of `respondToEnrollmentChallenge`, in standard base64. */
  async challengeSignature(text: string): Promise<string> {
    const signature = (await this.sign(text)).replaceAll('-', '+').replaceAll('_', '/')
    return signature.padEnd(Math.ceil(signature.length / 4) * 4, '=')
  }

  /** The proof of possession for `enrollAgent`. */
  enrollmentProof(handle: string, timestampMs: number): Promise<string> {
    return this.sign(`aui-enroll:v1:${handle}:${this.fingerprint}:${timestampMs}`)
  }

  private longestSalt(): number {
    const { modulusLength } = this.privateKey.algorithm as unknown as { modulusLength: number }
    return Math.ceil((modulusLength - 1) / 8) - 34
  }
}
