import { base64url, fromPem, hex, pem, utf8 } from './encoding.ts'

const RSA = { name: 'RSA-PSS', hash: 'SHA-256' }
const ED25519 = { name: 'Ed25519' }
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The `alg` of a JWT by the name of the algorithm (TOKEN-70). */
const JWT_ALGORITHMS: Readonly<Record<string, string>> = { 'RSA-PSS': 'PS256', Ed25519: 'EdDSA', ECDSA: 'ES256' }

/** Object identifiers of algorithms that begin a PKCS#8 structure. */
const OIDS = [
  { oid: '06032b6570', algorithm: ED25519 },
  { oid: '06072a8648ce3d020106082a8648ce3d030107', algorithm: P256 },
]

const algorithmOf = (der: Uint8Array) => OIDS.find(({ oid }) => hex(der.slice(0, 40)).includes(oid))?.algorithm ?? RSA

/** A WebCrypto key: `CryptoKey`, whose name not every platform's types define. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export interface KeyPair {
  privateKey: PlatformKey
  publicKey: PlatformKey
}

/** An agent's RSA key, its only credential, or a device key of Ed25519 or P-256. */
export class Key {
  private readonly privateKey: PlatformKey
  /** The public key for enrollment and `addKey`. */
  readonly publicKeyPem: string
  /** SHA-256 of the public key, in hex, as the server reports it. */
  readonly fingerprint: string

  private constructor(privateKey: PlatformKey, publicKeyPem: string, fingerprint: string) {
    this.privateKey = privateKey
    this.publicKeyPem = publicKeyPem
    this.fingerprint = fingerprint
  }

  /** What envelopes and assertions name a device or recovery key by (ENV-120); `undefined` of an RSA key, the primary one. */
  get keyId(): string | undefined {
    return this.privateKey.algorithm.name === RSA.name ? undefined : this.fingerprint
  }

  /** The `alg` of a JWT. */
  get algorithm(): string {
    return JWT_ALGORITHMS[this.privateKey.algorithm.name]!
  }

  /** A new key. Store `pem()` privately before you enroll with it. */
  static async generate(bits = 2048): Promise<Key> {
    const algorithm = { ...RSA, modulusLength: bits, publicExponent: new Uint8Array([1, 0, 1]) }
    return Key.of(await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']))
  }

  /** A new key for a device or for recovery: register it with `addKey`. */
  static async generateDevice(kind: 'Ed25519' | 'P-256' = 'Ed25519'): Promise<Key> {
    const algorithm = kind === 'Ed25519' ? ED25519 : P256
    return Key.of((await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as KeyPair)
  }

  /** From PKCS#8, as written by `pem()`; convert other formats with `openssl pkcs8 -topk8 -nocrypt`. */
  static async load(text: string): Promise<Key> {
    const der = fromPem('PRIVATE KEY', text)
    const algorithm = algorithmOf(der)
    const privateKey = await crypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign'])
    const jwk: Record<string, unknown> = { ...(await crypto.subtle.exportKey('jwk', privateKey)) }
    const shared = Object.fromEntries(
      ['kty', 'crv', 'n', 'e', 'x', 'y'].flatMap(name => (name in jwk ? [[name, jwk[name]]] : [])),
    )
    const publicKey = await crypto.subtle.importKey('jwk', shared, algorithm, true, ['verify'])
    return Key.of({ privateKey, publicKey })
  }

  /** From a key pair of the platform, such as a non-extractable one in a browser's IndexedDB. */
  static async of({ privateKey, publicKey }: KeyPair): Promise<Key> {
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki))
    return new Key(privateKey, pem('PUBLIC KEY', spki), hex(digest))
  }

  /** The private key as PKCS#8, for a file of mode 0600 or a vault. */
  async pem(): Promise<string> {
    return pem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', this.privateKey)))
  }

  /**
   * The signature in base64url (ENV-123): RSASSA-PSS with SHA-256, whose salt has the maximum length by default, Ed25519 or
   * ES256.
   */
  async sign(text: string, saltLength?: number): Promise<string> {
    const { name } = this.privateKey.algorithm
    const algorithm = {
      name,
      hash: 'SHA-256',
      ...(name === RSA.name && { saltLength: saltLength ?? this.longestSalt() }),
    }
    return base64url(new Uint8Array(await crypto.subtle.sign(algorithm, this.privateKey, utf8(text))))
  }

  /** The proof of a further key for `addKey` (KEY-56). */
  additionProof(agentId: string, kind: 'device' | 'recovery' = 'device'): Promise<string> {
    return this.sign(`aui-key-addition:v1:${agentId}:${kind}:${this.fingerprint}`)
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
