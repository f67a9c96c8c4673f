import test from 'ava'
import { interests, slugify } from './interest-input.ts'

test('tags are normalized: NFKC, transliteration, lower case, slug', t => {
  for (const [tag, slug] of [
    ['Machine Learning', 'machine-learning'],
    ['  C++ & Rust!  ', 'c-rust'],
    ['Größe', 'grosse'],
    ['ﬁne ART', 'fine-art'],
    ['日本', 'riben'],
    ['Привет мир', 'privet-mir'],
    ['---', ''],
    ['', ''],
  ] as const)
    t.is(slugify(tag), slug, tag)
})

test('tags with an empty slug are dropped and equal ones merged, in order', t => {
  t.deepEqual(interests.parse(['AI', '!!!', 'ai', 'Go', 'a i']), ['ai', 'go', 'a-i'])
})

test('more than 50 tags or a tag over 100 characters is refused; 100 astral characters pass', t => {
  t.false(interests.safeParse(Array.from({ length: 51 }, () => 'x')).success)
  t.false(interests.safeParse(['x'.repeat(101)]).success)
  t.true(interests.safeParse(['😀'.repeat(100)]).success)
})
