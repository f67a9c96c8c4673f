import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { freePort } from './free-port.ts'

/** Somewhere on this machine for webhooks to lead to. */
export type ReceiverFile = {
  /** What the suite's `--receiver` reads. */
  file: string
  /** What is started so that it finds its way there: the entry of a checkout, with its arguments. */
  entry: string[]
}

/** Hosts beside the first one. */
const CROWD = 12

/** Makes them in the folder, for a server of the checkout; the names are those of two hosts. */
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
