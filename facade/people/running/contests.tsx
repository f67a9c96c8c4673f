import type { z } from 'zod'
import { listContests } from '../../../tools/moderation/list-contests.ts'
import { resolveContest } from '../../../tools/moderation/resolve-contest.ts'
import { showContest } from '../../../tools/moderation/show-contest.ts'
import { defineAction, definePage, type Shown } from '../page.ts'
import { Quoted } from '../shell/words.tsx'
import { type Choice, Decide } from './parts/decide.tsx'
import { Frame } from './parts/frame.tsx'
import { JudgedContext } from './parts/judged-words.tsx'
import { Facts } from './parts/rows.tsx'
import { leadOn, noSuchDecision, noteOr, unlessDone } from './queue.ts'
import { ask, HERE, mayCall } from './staff.ts'

const PATH = `${HERE}/contests`

interface ContestView extends Shown {
  given: z.output<typeof showContest.output>
  mayDecide: boolean
  next: string | undefined
}

export const contestPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const contest_id = visit.parameters.id!
    const [answer, { contests }] = await Promise.all([
      ask(visit, showContest, { contest_id }),
      ask(visit, listContests, { limit: 100 }),
    ])
    const waiting = contests.map(contest => contest.contest_id)
    return { answer, next: waiting[waiting.indexOf(contest_id) + 1] }
  },
  view: ({ answer, next }, { visitor }): ContestView => ({
    head: { title: 'A contest', isUnlisted: true, isWide: true, crumbs: [{ path: PATH, label: 'Contests' }] },
    ...{ given: answer, mayDecide: mayCall(visitor, resolveContest), next },
  }),
  render: ContestPage,
})

const CHOICES: readonly Choice[] = [
  { decision: 'upheld', label: 'Uphold: it stays removed', key: 'u' },
  { decision: 'overturned', label: 'Overturn: it comes back', key: 'o' },
]

function ContestPage({ given, mayDecide, next }: ContestView) {
  const { contest, ...context } = given
  const { contest_id, category, reason, explanation, removed_at, submitted_at, status, note, resolved_at } = contest
  return (
    <Frame title="A contest">
      <Facts facts={{ category, why_it_was_removed: reason, removed_at, submitted_at }} />
      <h2>What the author says</h2>
      <Quoted>{explanation}</Quoted>
      {status !== 'pending' && <Facts facts={{ outcome: status, note, resolved_at }} />}
      <div class="judging">
        <div>
          <JudgedContext {...context} />
        </div>
        {status === 'pending' && mayDecide && (
          <Decide
            {...{ action: `${PATH}/${contest_id}`, choices: CHOICES }}
            note="May be left empty. The author reads it."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </Frame>
  )
}

const NOTES = {
  upheld: 'We looked at it again, and it stays removed.',
  overturned: 'We looked at it again; it was removed by mistake.',
}

export const contestAction = defineAction({
  audience: 'moderator',
  async act(visit, form) {
    const contest_id = visit.parameters.id!
    const outcome = form.get('decision')
    if (outcome !== 'upheld' && outcome !== 'overturned') throw noSuchDecision()
    const note = noteOr(form, NOTES[outcome])
    await unlessDone('contest-already-resolved', () => ask(visit, resolveContest, { contest_id, outcome, note }))
    const { contests } = await ask(visit, listContests, { limit: 2 })
    const done = outcome === 'upheld' ? 'Upheld.' : 'Overturned: it is back.'
    return leadOn(
      PATH,
      done,
      contests.map(contest => contest.contest_id),
      contest_id,
    )
  },
})
