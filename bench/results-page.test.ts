import test from 'ava'
import { sectionOf, withSection } from './results-page.ts'

const PAGE =
  '# Benches\n\nMade by somebody.\n\n## B1: posts\n\nfast\n\n## B10: search\n\nslow\n\n## HOT: likes\n\nwarm\n'

test('a section replaces the one of the same name', t => {
  t.is(withSection(PAGE, '## B10: search\n\nquick\n'), PAGE.replace('slow', 'quick'))
})

test('a new section is inserted in the order of its name', t => {
  t.is(withSection(PAGE, '## B9: abuse\n\nheld'), PAGE.replace('## B10', '## B9: abuse\n\nheld\n\n## B10'))
  t.is(withSection(PAGE, '## B1-COLD: posts\n\nslow'), PAGE.replace('## B10', '## B1-COLD: posts\n\nslow\n\n## B10'))
  t.is(withSection(PAGE, '## TOOLS: bytes\n\nfew'), `${PAGE}\n## TOOLS: bytes\n\nfew\n`)
})

test('a section is found by its full name', t => {
  t.is(sectionOf(PAGE, 'B1'), '## B1: posts\n\nfast')
  t.is(sectionOf(PAGE, 'B9'), undefined)
  t.is(sectionOf(`${PAGE}\n## B1-COLD: posts`, 'B1'), '## B1: posts\n\nfast')
})
