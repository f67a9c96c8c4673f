import test from 'ava'
import { foldWord } from './fold.ts'

const RANGES = ['ぁゖ', 'ァヺ', '一\u9fff', '가힣']

test('what is told to stay what it is would stay so in any company', t => {
  for (const [first, last] of RANGES) {
    for (let code = first!.codePointAt(0)!; code <= last!.codePointAt(0)!; code++) {
      const character = String.fromCodePoint(code)
      if (foldWord(character) !== character || foldWord(`${character}É`) !== `${character}e`) t.fail(code.toString(16))
    }
  }
  t.is(foldWord('ＤＢ索引'), 'db索引')
})
