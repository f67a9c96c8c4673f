import type { BudgetPlan, Note, Request, Revision } from './plan.ts'

export interface Grant extends Request {
  /** What was asked for after all notes. */
  asked: number
  granted: number
}

/** The notes as they are meant: about which request, and how often they count. */
function readNotes(notes: Note[], revision: Revision): (Note & { times: number })[] {
  const numberOf = (note: number) => notes[note - 1]!.number
  return notes.map((note, at) => {
    if (revision.kind === 'exchanged' && at + 1 === revision.other) {
      return { ...note, number: numberOf(revision.note), times: 1 }
    }
    if (at + 1 !== revision.note) return { ...note, times: 1 }
    if (revision.kind === 'meant') return { ...note, number: revision.number, times: 1 }
    if (revision.kind === 'exchanged') return { ...note, number: numberOf(revision.other), times: 1 }
    return { ...note, times: revision.kind === 'void' ? 0 : revision.kind === 'twice' ? 2 : 1 }
  })
}

/** What a request asks for after a note; nothing where it is withdrawn. */
function askedAfter(plan: BudgetPlan, listed: number, note: Note & { times: number }): number | undefined {
  if (note.times === 0) return listed
  if (note.kind === 'withdrawn') return undefined
  if (note.kind === 'raised') return listed + plan.amount.value * note.times
  if (note.kind === 'lowered') return listed - note.by * note.times
  return note.kind === 'replaced' ? note.euros : listed
}

/** The requests that stand after the notes, by number, granted as asked; without the note of a number. */
export function standing(plan: BudgetPlan, without?: number): Grant[] {
  const notes = readNotes(plan.notes, plan.revision).filter((_, at) => at + 1 !== without)
  const left: Grant[] = []
  for (const request of plan.requests) {
    const note = notes.find(({ number }) => number === request.number)
    const asked = note ? askedAfter(plan, request.euros, note) : request.euros
    if (asked !== undefined) left.push({ ...request, asked, granted: asked })
  }
  return left.sort((a, b) => a.number - b.number)
}

function isLow({ low: { of }, requests }: BudgetPlan, request: Request): boolean {
  if ('project' in of) return request.project === of.project
  if ('person' in of) return request.person === of.person
  if ('from' in of) return request.euros >= of.from
  return requests.findIndex(({ person }) => person === request.person) < requests.findIndex(isSame(request))
}

const isSame =
  ({ number }: Request) =>
  (other: Request) =>
    other.number === number

export function isExempt({ exempt }: BudgetPlan, grant: Grant, all: Grant[]): boolean {
  if ('person' in exempt) return grant.person === exempt.person
  if ('number' in exempt) return grant.number === exempt.number
  if ('sole' in exempt) return all.filter(({ person }) => person === grant.person).length === 1
  return grant.asked < grant.euros
}

/** What the caps leave of what is asked, and what is granted in the end. */
export const grantsOf = (plan: BudgetPlan, without?: number) => grantsAmong(plan, standing(plan, without))

export function grantsAmong(plan: BudgetPlan, all: Grant[]): { capped: Grant[]; grants: Grant[] } {
  const capped = all.map(grant => {
    if (isExempt(plan, grant, all)) return grant
    return { ...grant, granted: Math.min(grant.asked, isLow(plan, grant) ? plan.low.cap : plan.cap) }
  })
  const total = capped.reduce((sum, { granted }) => sum + granted, 0)
  const greatest = Math.max(...capped.map(({ granted }) => granted))
  const isCut = (granted: number) => total > plan.excess.over && granted === greatest
  const grants = capped.map(grant => ({
    ...grant,
    granted: isCut(grant.granted) ? grant.granted - plan.excess.off : grant.granted,
  }))
  return { capped, grants }
}
