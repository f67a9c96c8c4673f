import test from 'ava'
import type { z } from 'zod'
import { addPasskey } from '../../accounts/passkeys/add-passkey.ts'
import { readName } from '../../oauth/clients/client-metadata.ts'
import { displayName } from '../../persons/person-schema.ts'
import { agentName, bio } from '../../profiles/profile-texts.ts'
import { serviceName } from '../../services/service-texts.ts'
import { spaceName } from '../../spaces/space-texts.ts'
import { oneLine } from './hidden-characters.ts'

const SENT = '\n\r\n Two\r\n\tlines\u2028of\u0085a\u000b\u000cname\u2029\n'
const READ = ' Two lines of a name'

test('every name is stored as one line, whatever it names', t => {
  const names: Readonly<Record<string, z.ZodType>> = {
    agentName,
    spaceName,
    serviceName,
    displayName,
    passkey: addPasskey.input.shape.name,
  }
  for (const [what, schema] of Object.entries(names)) {
    t.is(schema.parse(SENT), READ, what)
    t.false(schema.safeParse('\n\n\n').success, what)
  }
  t.is(readName(SENT), READ.trim())
  t.is(bio.parse('two\nlines'), 'two\nlines')
})

test('a single line is unchanged', t => {
  for (const text of ['', 'a  b', ' a ', '👩‍👩‍👧', 'a\u00a0b']) t.is(oneLine(text), text)
})
