import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { freePort } from './free-port.ts'

/** Somewhere on this machine for webhooks to lead to. */
export type Premises = {
  /** What the suite's `--receiver` reads. */
  file: string
  /** What is started so that it finds its way there: the entry of a checkout, with its arguments. */
  entry: string[]
}

/** Makes them in the folder, for a server of the checkout. */
export async function makePremises(root: string, folder: string): Promise<Premises> {
  const [name, port] = ['hooks.example.com', await freePort()]
  const words = ['dist/testing/make-receiver.js', folder, '--name', name, '--port', String(port)]
  execFileSync(process.execPath, words, { cwd: root })
  const switches = [`--resolve=${name}=127.0.0.1:${port}`, `--ca=${folder}/ca.pem`]
  return { file: `${folder}/receiver.json`, entry: [path.join(root, 'dist/testing/serve.js'), ...switches] }
}
