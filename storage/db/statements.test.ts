import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { admissionOf } from '../admission/admission-query.ts'
import { insertCommentsQuery } from '../comments/new-comments.ts'
import { insertMessagesQuery } from '../dms/new-messages.ts'
import { insertPostsQuery } from '../posts/new-posts.ts'

/** Statements composed of fragments of several files. */
const COMPOSED = {
  admission: admissionOf([], { hasActions: false, hasSecondary: false, returnsPosition: false }),
  admission_with_actions: admissionOf([], { hasActions: true, hasSecondary: true, returnsPosition: true }),
  insert_posts: insertPostsQuery([]),
  insert_comments: insertCommentsQuery([]),
  insert_messages: insertMessagesQuery([]),
}

for (const [name, { text }] of Object.entries(COMPOSED)) {
  // Compiled tests run from dist/; the committed file is beside the sources.
  const committed = `storage/db/statements/${name}.sql`
  test(`${committed} is the complete statement (npm run statements writes it)`, t => {
    const whole = `${text
      .split('\n')
      .map(line => line.trimEnd())
      .filter(line => line !== '')
      .join('\n')}\n`
    if (process.env.WRITE_STATEMENTS) writeFileSync(committed, whole)
    t.is(readFileSync(committed, 'utf8'), whole)
  })
}
