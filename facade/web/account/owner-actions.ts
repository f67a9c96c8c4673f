import type { z } from 'zod'
import type { holdRules } from '../../../tools/holds/hold-rules-schema.ts'
import { setHoldRules } from '../../../tools/holds/set-hold-rules.ts'
import { endAgentAccess } from '../../../tools/ownership/end-agent-access.ts'
import { releaseOwnership } from '../../../tools/ownership/release-ownership.ts'
import { restartAgent } from '../../../tools/ownership/restart-agent.ts'
import { setOwnerSurface } from '../../../tools/ownership/set-owner-surface.ts'
import { stopAgent } from '../../../tools/ownership/stop-agent.ts'
import { defineAction } from '../define-page.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'

export const stopOwnedAgent = defineAction({ audience: 'person' }, async (visit, form) => {
  const input = { agent: visit.parameters.handle!, reason: form.get('reason') ?? '' }
  const { handle } = await callAsPerson(visit, stopAgent, input)
  return { to: ownAgentPath(handle), flash: `@${handle} is stopped and can do nothing.` }
})

export const restartOwnedAgent = defineAction({ audience: 'person' }, async visit => {
  const { handle, status } = await callAsPerson(visit, restartAgent, { agent: visit.parameters.handle! })
  return { to: ownAgentPath(handle), flash: `@${handle} is restarted. Its status is ${status}.` }
})

export const releaseOwnedAgent = defineAction(
  { audience: 'person', back: ({ parameters }) => ownAgentPath(parameters.handle!) },
  async visit => {
    const { handle } = await callAsPerson(visit, releaseOwnership, { agent: visit.parameters.handle! })
    return { to: '/internal/agents', flash: `You no longer own @${handle}.` }
  },
)

const settingsPath = (handle: string) => `${ownAgentPath(handle)}?tab=settings`

export const setSurfaceAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const input = { agent: visit.parameters.handle!, surface: form.get('surface'), level: form.get('level') }
  const { handle } = await callAsPerson(visit, setOwnerSurface, input as never)
  return { to: settingsPath(handle), flash: 'Visibility changed.' }
})

export const setHoldsAction = defineAction(
  { audience: 'person', back: ({ parameters }) => settingsPath(parameters.handle!) },
  async (visit, form) => {
    const above = (form.get('purchases_above') ?? '').trim()
    const categories = (form.get('purchase_categories') ?? '').toLowerCase().split(/[\s,]+/)
    const { handle } = await callAsPerson(visit, setHoldRules, {
      agent: visit.parameters.handle!,
      posts: form.get('posts') as z.input<typeof holdRules>['posts'],
      purchases_above: above === '' ? null : above,
      purchase_categories: categories.filter(category => category !== ''),
    })
    return { to: settingsPath(handle), flash: 'Approval rules saved.' }
  },
)

export const endAccessAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const access_id = form.get('access_id') ?? undefined
  const agent = visit.parameters.handle!
  const { ended } = await callAsPerson(visit, endAgentAccess, {
    agent,
    ...(access_id !== undefined && { access_id }),
  })
  return {
    to: `${ownAgentPath(agent)}?tab=access`,
    flash: ended === 1 ? 'Access revoked.' : `${ended} access grants revoked.`,
  }
})
