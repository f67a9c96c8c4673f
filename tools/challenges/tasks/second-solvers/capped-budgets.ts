import type { BudgetPlan, Note, Request } from '../capped-budgets/plan.ts'
import type { Json } from '../frame/family.ts'
import { answerOf, sumOf } from './asked.ts'

interface Granted extends Request {
  claimed: number
  granted: number
}

/** Gives each request its notes, and looks what caps leave of it. */
export function solveBudgets(plan: BudgetPlan): Json {
  const [what, euros] = plan.inner
  const requests = grantsOf(plan).sort((one, other) => one.number - other.number)
  const grantedTo = (some: Granted[]) => sumOf(some.map(({ granted }) => granted))
  const numbers = (some: Granted[]) => some.map(({ number }) => number)
  const of = (name: string) => requests.filter(({ person }) => person === name)
  const projects = requests.map(request => grantedTo(requests.filter(({ project }) => project === request.project)))
  const people = [...new Set(requests.map(({ person }) => person))].sort()
  const isFull = ({ claimed, granted }: Granted) => granted === claimed
  return answerOf(plan.asked, {
    grants: () => requests.map(({ number, granted }) => ({ [what]: number, [euros]: granted })),
    people: () => people.map(name => ({ [what]: name, [euros]: grantedTo(of(name)) })),
    reduced: () => numbers(requests.filter(({ claimed, granted }) => granted < claimed)),
    full: () => numbers(requests.filter(isFull)),
    content: () => people.filter(name => of(name).every(isFull)),
    halved: () => numbers(requests.filter(({ claimed, granted }) => granted < claimed && granted + granted >= claimed)),
    total: () => grantedTo(requests),
    cut: () => sumOf(requests.map(({ claimed, granted }) => claimed - granted)),
    project: () => grantedTo(requests.filter(({ project }) => project === plan.project)),
    left: () => plan.pot! - grantedTo(requests),
    most: () => Math.max(...projects),
    totalWithout: () => grantedTo(grantsOf(plan, plan.without!)),
  })
}

/** What is granted where the note `without` was never made. */
function grantsOf(plan: BudgetPlan, without?: number): Granted[] {
  const notes = notesAsRead(plan).filter(({ at }) => at !== without)
  const notesOf = ({ number }: Request) => notes.filter(({ about }) => about === number)
  const kept = plan.requests.filter(request => notesOf(request).every(({ note }) => note.kind !== 'withdrawn'))
  const capped = kept.map(request => {
    const claimed = notesOf(request).reduce((sum, read) => claimAfter(sum, read, plan), request.euros)
    const isExempt = isExemptFrom(plan, request, claimed, kept)
    return { ...request, claimed, granted: isExempt ? claimed : Math.min(claimed, capFor(request, plan)) }
  })
  if (sumOf(capped.map(({ granted }) => granted)) <= plan.excess.over) return capped
  const greatest = Math.max(...capped.map(({ granted }) => granted))
  if (capped.filter(({ granted }) => granted === greatest).length > 1) throw new Error('two grants are greatest')
  return capped.map(request =>
    request.granted === greatest ? { ...request, granted: greatest - plan.excess.off } : request,
  )
}

interface Read {
  at: number
  about: number
  times: number
  note: Note
}

function notesAsRead({ notes, revision }: BudgetPlan): Read[] {
  const read = notes.map((note, index) => ({ at: index + 1, about: note.number, times: 1, note }))
  const told = read[revision.note - 1]!
  if (revision.kind === 'void') return read.filter(one => one !== told)
  if (revision.kind === 'twice') told.times = 2
  if (revision.kind === 'meant') told.about = revision.number
  if (revision.kind === 'exchanged') {
    const other = read[revision.other - 1]!
    told.about = other.note.number
    other.about = told.note.number
  }
  return read
}

function claimAfter(claimed: number, { note, times }: Read, { amount }: BudgetPlan): number {
  if (note.kind === 'raised') return claimed + times * amount.value
  if (note.kind === 'lowered') return claimed - times * note.by
  return note.kind === 'replaced' ? note.euros : claimed
}

function capFor(request: Request, { requests, cap, low }: BudgetPlan): number {
  const isLow = () => {
    if ('project' in low.of) return request.project === low.of.project
    if ('person' in low.of) return request.person === low.of.person
    if ('from' in low.of) return request.euros >= low.of.from
    const first = requests.find(({ person }) => person === request.person)!
    return first.number !== request.number
  }
  return isLow() ? low.cap : cap
}

function isExemptFrom({ exempt }: BudgetPlan, request: Request, claimed: number, kept: Request[]): boolean {
  if ('person' in exempt) return request.person === exempt.person
  if ('number' in exempt) return request.number === exempt.number
  if ('under' in exempt) return claimed < request.euros
  return kept.filter(({ person }) => person === request.person).length === 1
}
