import { cpus, release, totalmem } from 'node:os'

/** One line about the machine on which the figures were measured. */
export function describeMachine(postgres?: string): string {
  const [first, ...rest] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const parts = [`${rest.length + 1} x ${first?.model}`, memory, `Linux ${release()}`, `Node ${process.versions.node}`]
  return [...parts, ...(postgres === undefined ? [] : [postgres])].join(', ')
}
