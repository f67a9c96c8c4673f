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

export const setSurfaceAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const input = { agent: visit.parameters.handle!, surface: form.get('surface'), level: form.get('level') }
  const { handle } = await callAsPerson(visit, setOwnerSurface, input as never)
  return { to: `${ownAgentPath(handle)}?tab=settings`, flash: 'Visibility changed.' }
})

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
