import type { Draw } from '../../engine/draw.ts'
import type { Family } from '../../engine/family.ts'
import type { Outline } from '../../engine/render.ts'
import wording from '../../wording/statement.json' with { type: 'json' }
import { drawStatement, isSoundStatement } from './draw-statement.ts'
import { solveStatement } from './solve-statement.ts'
import type { StatementPlan } from './statement-plan.ts'

export const statement: Family<StatementPlan> = {
  name: 'statement',
  type: 'self_description',
  wording,
  amounts: [41, 120],
  draw: drawStatement,
  isSound: isSoundStatement,
  solve: solveStatement,
  outline: outlineStatement,
}

/** The input is the agent's entry, which is added when the task is issued. */
function outlineStatement(plan: StatementPlan, amount: string | number, draw: Draw): Outline {
  const { members, each, few, bonus, badge, topic } = plan
  const [even, odd] = plan.isOddName ? ['handle', 'name'] : ['name', 'handle']
  return {
    input: {},
    opening: [{ say: 'scene' }, { say: 'onlyTheEntry' }],
    body: [
      [
        { say: 'base', with: { amount, each } },
        ...draw.shuffle(plan.others).map(other => ({ say: `others.${other.kind}`, with: { ...other } })),
      ],
    ],
    notes: [
      { say: 'few', with: { few, bonus } },
      { say: 'badge', with: { ...badge } },
      { say: plan.isAgentFirst ? 'level.first' : 'level.last' },
    ],
    asked: [
      {
        member: members.shown,
        what: { say: 'asked.shown', with: { even: { say: `asked.${even}` }, odd: { say: `asked.${odd}` } } },
      },
      { member: members.points, what: { say: 'asked.points' } },
      {
        member: members.topics,
        what: { say: `asked.topics.${plan.at}`, with: { topic, cut: { say: `asked.cut.${plan.cut}` } } },
      },
      { member: members.table, what: { say: 'asked.table' } },
    ],
  }
}
