import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const hash = (...parts: (string | Uint8Array)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map(part => Buffer.from(part))))
    .digest()
const node = (left: Buffer, right: Buffer) => hash(Uint8Array.of(1), left, right)

/** Checks a consistency proof (RFC 9162, section 2.1.4.2) between trees that are not empty. */
function isConsistent([first, firstRoot]: Tree, [second, secondRoot]: Tree, proof: Buffer[]): boolean {
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot)
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : proof
  let [fn, sn] = [first - 1, second - 1]
  const rise = () => ([fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)])
  while (fn % 2 === 1) rise()
  let [fr, sr] = [path[0]!, path[0]!]
  for (const sibling of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [node(sibling, fr), node(sibling, sr)]
      while (fn % 2 === 0 && fn !== 0) rise()
    } else sr = node(sr, sibling)
    rise()
  }
  return fr.equals(firstRoot) && sr.equals(secondRoot) && sn === 0
}

type Tree = readonly [size: number, root: Buffer]

/** A witness of one log (C2SP tlog-witness); it verifies proofs with another algorithm than the log uses. */
export async function startLogWitness(name: string, seconds: () => number) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = Buffer.concat([Uint8Array.of(4), Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')])
  const id = hash(`${name}\n`, key).subarray(0, 4)
  const state = { tree: [0, Buffer.alloc(0)] as Tree, proofs: 0, isDown: false, signer: privateKey }

  function judge(body: string): [status: number, text: string] {
    if (state.isDown) return [500, 'down\n']
    const end = body.indexOf('\n\n')
    const [old = '', ...proof] = body.slice(0, end).split('\n')
    const note = body.slice(end + 2)
    const text = note.slice(0, note.indexOf('\n\n') + 1)
    const [, size = '', root = ''] = text.split('\n')
    if (old !== `old ${state.tree[0]}`) return [409, `${state.tree[0]}\n`]
    const tree: Tree = [Number(size), Buffer.from(root, 'base64')]
    const hashes = proof.map(line => Buffer.from(line, 'base64'))
    if (state.tree[0] > 0 && !isConsistent(state.tree, tree, hashes)) return [422, 'inconsistent\n']
    state.tree = tree
    state.proofs++
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds()))
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds()}\n${text}`), state.signer)
    return [200, `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`]
  }

  const http = createServer(async (request, response) => {
    const [status, text] = request.url === '/add-checkpoint' ? judge((await buffer(request)).toString()) : [404, '']
    response.writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' }).end(text)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    state,
    configured: `${name}+${id.toString('hex')}+${key.toString('base64')} ${url}`,
    close: () => http.close(),
  }
}
