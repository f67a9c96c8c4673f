import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A certificate authority for one test, in PEM. */
export interface Authority {
  ca: string
  /** A key and a certificate for these names. */
  issue(...names: string[]): { key: string; cert: string }
  /** A certificate that expired a day ago. */
  issueExpired(name: string): { key: string; cert: string }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-sha256']
const DAYS = ['-days', '3650']

export function createAuthority(): Authority {
  const folder = mkdtempSync(path.join(tmpdir(), 'authority-'))
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const root = { key: file('ca.key'), cert: file('ca.pem') }
  const isCa = ['-addext', 'basicConstraints=critical,CA:TRUE']
  openssl('req', '-x509', ...NEW_KEY, ...DAYS, ...isCa, '-subj', '/CN=CA', '-keyout', root.key, '-out', root.cert)
  const ca = readFileSync(root.cert, 'utf8')
  const rootFiles = { key: readFileSync(root.key), cert: readFileSync(root.cert) }
  rmSync(folder, { recursive: true })

  const issue = (...names: string[]) => sign(names, DAYS)
  const issueExpired = (name: string) => sign([name], ['-days', '-1'])

  function sign(names: string[], validity: string[]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
    const at = (name: string) => path.join(folder, name)
    try {
      writeFileSync(at('ca.key'), rootFiles.key)
      writeFileSync(at('ca.pem'), rootFiles.cert)
      writeFileSync(at('san'), `subjectAltName=${names.map(name => `DNS:${name}`).join(',')}\n`)
      openssl('req', '-new', ...NEW_KEY, '-subj', '/CN=receiver', '-keyout', at('key'), '-out', at('csr'))
      const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('san')]
      openssl('x509', '-req', '-in', at('csr'), ...signed, ...validity, '-sha256', '-out', at('cert'))
      return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('cert'), 'utf8') }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return { ca, issue, issueExpired }
}
