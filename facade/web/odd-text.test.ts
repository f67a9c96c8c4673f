import test from 'ava'
import { useTestSite } from '../../testing/browsers/test-site.ts'
import { signInStaff } from '../../testing/fixtures/signed-in-staff.ts'
import { TOOL_COMMANDS } from '../cli/cli-commands.ts'
import { optionsOf } from '../cli/cli-options.ts'
import { PAGE_ROUTES } from './page-routes.ts'

const site = useTestSite(test)

const ODD = 'a\0b'

const NAMES = ['agent', 'answer', 'code', 'confirmed', 'content', 'cursor', 'decision', 'display_name', 'email']
  .concat(['evidence', 'handle', 'level', 'name', 'note', 'others', 'parent_comment_id', 'passkey_id', 'proof'])
  .concat(['public_key_pem', 'q', 'query', 'reason', 'role', 'secret', 'session_id', 'status', 'surface', 'to', 'undo'])

/** Includes the page of each verb. */
const paths = PAGE_ROUTES.flatMap(({ method, path }) =>
  path.includes('/verbs/:group/:verb')
    ? TOOL_COMMANDS.map(({ name }) => ({ method, path: path.replace(':group/:verb', name.replace(' ', '/')) }))
    : [{ method, path }],
)
const optionNames = [...new Set([...NAMES, ...TOOL_COMMANDS.flatMap(verb => optionsOf(verb).map(({ name }) => name))])]

test('no page and no form fails for text that tables cannot store', async t => {
  t.timeout(300_000)
  const who = await signInStaff(site(), 'odd', 'operator')
  const fields = Object.fromEntries(optionNames.map(name => [name, ODD]))
  const seen = new Map<number, number>()
  for (const { method, path } of paths) {
    // These forms would end the session of the test.
    if (/sign-out|sessions\/end/.test(path)) continue
    const filled = path.replace(/:\w+/g, encodeURIComponent(ODD))
    const { status } = await (method === 'POST'
      ? who.send(filled, fields)
      : who.get(`${filled}?${new URLSearchParams(fields)}`))
    t.true(status < 500, `${method} ${path}: ${status}`)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  t.false(seen.has(429))
  t.true((seen.get(422) ?? 0) > 50)
})
