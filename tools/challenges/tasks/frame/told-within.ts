import type { Told } from './family.ts'

/** The most characters that a task's texts may take. */
const MOST = 1_890
const ATTEMPTS = 150

const lengthOf = ({ prompt, input, instruction }: Told) =>
  (prompt?.length ?? 0) + (input === undefined ? 0 : JSON.stringify(input).length) + instruction.length

/** The first telling that is short enough. */
export function toldWithin(tell: () => Told): Told {
  let shortest = tell()
  for (let attempt = 0; attempt < ATTEMPTS && lengthOf(shortest) > MOST; attempt++) {
    const told = tell()
    if (lengthOf(told) < lengthOf(shortest)) shortest = told
  }
  return shortest
}
