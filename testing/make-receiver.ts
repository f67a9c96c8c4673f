// `node dist/testing/make-receiver.js FOLDER --name NAME --port PORT --other-name NAME --other-port PORT
// [--crowd NAME]...` writes the files for the suite's option --receiver and the server's option --ca.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createAuthority } from './fakes/certificates.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: 'hooks.example.com' },
    port: { type: 'string', default: '8443' },
    'other-name': { type: 'string', default: 'elsewhere.example.com' },
    'other-port': { type: 'string', default: '8444' },
    crowd: { type: 'string', multiple: true },
  },
})
const [folder = '.'] = positionals
const { ca, issue } = createAuthority()
const other = { name: values['other-name'], port: Number(values['other-port']) }
const receiverHost = { name: values.name, address: '127.0.0.1', port: Number(values.port), other }
/** Additional hosts at the first port. */
const extraHosts = values.crowd ?? []
const receiver = { ...receiverHost, extraHosts, ...issue(receiverHost.name, other.name, ...extraHosts) }
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'ca.pem'), ca)
writeFileSync(path.join(folder, 'receiver.json'), JSON.stringify(receiver), { mode: 0o600 })
