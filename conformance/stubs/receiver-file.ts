import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { freePort } from './free-port.ts'

/** A local receiver for webhooks. */
export type ReceiverFile = {
  /** The content of the suite's `--receiver` file. */
  file: string
  /** Command that starts a server which can reach it: the entry of a checkout, with arguments. */
  entry: string[]
}

/** Hosts besides the first one. */
const CROWD = 12

/** Creates them in the folder, for a server of the checkout; the names are those of two hosts. */
export async function makeReceiverFile(
  root: string,
  folder: string,
  [name, other]: readonly [string, string] = ['hooks.example.com', 'elsewhere.example.com'],
): Promise<ReceiverFile> {
  const [port, otherPort] = [await freePort(), await freePort()]
  const crowd = Array.from({ length: CROWD }, (_, n) => `crowd-${n}.example.com`)
  const places = ['--name', name, '--port', String(port), '--other-name', other, '--other-port', String(otherPort)]
  places.push(...crowd.flatMap(one => ['--crowd', one]))
  execFileSync(process.execPath, ['dist/testing/make-receiver.js', folder, ...places], { cwd: root })
  const resolved = [`--resolve=${name}=127.0.0.1:${port}`, `--resolve=${other}=127.0.0.1:${otherPort}`]
  resolved.push(...crowd.map(one => `--resolve=${one}=127.0.0.1:${port}`))
  const switches = [...resolved, `--ca=${folder}/ca.pem`]
  return { file: `${folder}/receiver.json`, entry: [path.join(root, 'dist/testing/serve.js'), ...switches] }
}
