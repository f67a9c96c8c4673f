import test from 'ava'
import { createProgress } from './progress.ts'

const capture = (isTTY: boolean, columns?: number) => {
  const written: string[] = []
  return { written, output: { isTTY, columns, write: (text: string) => void written.push(text) } }
}

test('a terminal shows a bar in one line, which is cleared at the end', t => {
  const { written, output } = capture(true, 60)
  const progress = createProgress({ label: 'tables', total: 4, output })
  progress.advance(1, 'post')
  progress.print('a line')
  progress.advance(4, `comment ${'x'.repeat(80)}`)
  progress.end()
  t.is(written[0], '\r\x1b[K[######------------------] tables: 1 of 4, post')
  t.is(written[1], `\r\x1b[Ka line\n[######------------------] tables: 1 of 4, post`)
  t.is(written[2]!.length, '\r\x1b[K'.length + 59)
  t.is(written.at(-1), '\r\x1b[K')
})

test('otherwise there is a line for each tenth', t => {
  const { written, output } = capture(false)
  const progress = createProgress({ label: 'tables', total: 100, output })
  for (let done = 0; done <= 100; done++) progress.advance(done)
  progress.end()
  t.is(written.length, 11)
  t.deepEqual(
    [written[0], written[1], written[10]],
    ['tables: 0 of 100\n', 'tables: 10 of 100\n', 'tables: 100 of 100\n'],
  )
})

test('with --quiet there is no output', t => {
  for (const isTTY of [true, false]) {
    const { written, output } = capture(isTTY)
    const progress = createProgress({ label: 'tables', total: 2, isQuiet: true, output })
    progress.advance(1)
    progress.print('a line')
    progress.end()
    t.deepEqual(written, [])
  }
})
