import test from 'ava'
import { nearest } from './nearest-name.ts'

test('a name is similar to a text within a few edits', t => {
  const names = ['content', 'content_type', 'post_id', 'limit']
  for (const [text, near] of [
    ['contnet', 'content'],
    ['postid', 'post_id'],
    ['postId', 'post_id'],
    ['limits', 'limit'],
    ['contenttype', 'content_type'],
    ['zzzzzzzz', undefined],
    ['x'.repeat(65), undefined],
    ['', undefined],
  ] as const) {
    t.is(nearest(text, names), near, text)
  }
  t.is(nearest('limit', []), undefined)
})
