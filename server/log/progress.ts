/** The progress of long work: a bar on a terminal, otherwise a line for each tenth of it. */
export interface Progress {
  /** How much is done, and what comes next. */
  advance(done: number, what?: string): void
  /** Prints a line of its own above the bar. */
  print(line: string): void
  /** Removes the bar. */
  end(): void
}

export interface ProgressOutput {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

interface Terms {
  /** Noun phrase: what is counted. */
  label: string
  total: number
  isQuiet?: boolean
  output?: ProgressOutput
}

const BAR = 24
const LINES = 10
const CLEAR = '\r\x1b[K'
const COLUMNS = 80

export function createProgress({ label, total, isQuiet = false, output = process.stderr }: Terms): Progress {
  let bar = ''
  let lines = 0
  const draw = (text: string) => {
    bar = text
    output.write(`${CLEAR}${text}`)
  }
  return {
    advance(done, what = '') {
      if (isQuiet) return
      const share = total > 0 ? Math.min(done / total, 1) : 1
      const counted = `${label}: ${Math.min(done, total)} of ${total}${what && `, ${what}`}`
      if (output.isTTY) {
        const filled = Math.floor(share * BAR)
        draw(`[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${counted}`.slice(0, (output.columns ?? COLUMNS) - 1))
      } else if (Math.floor(share * LINES) >= lines) {
        lines = Math.floor(share * LINES) + 1
        output.write(`${counted}\n`)
      }
    },
    print(line) {
      if (isQuiet) return
      output.write(bar === '' ? `${line}\n` : `${CLEAR}${line}\n${bar}`)
    },
    end() {
      if (bar !== '') output.write(CLEAR)
      bar = ''
    },
  }
}
