import { endAgentAccess } from '../../../tools/owners/end-agent-access.ts'
import { restartAgent } from '../../../tools/owners/restart-agent.ts'
import { stopAgent } from '../../../tools/owners/stop-agent.ts'
import { releaseOwnership } from '../../../tools/ownership/release-ownership.ts'
import { setOwnerSurface } from '../../../tools/ownership/set-owner-surface.ts'
import { defineAction } from '../page.ts'
import { ownPath } from './agents.tsx'
import { asPerson } from './as-person.ts'

export const stopOne = defineAction({
  audience: 'person',
  async act(visit, form) {
    const input = { agent: visit.parameters.handle!, reason: form.get('reason') ?? '' }
    const { handle } = await asPerson(visit, stopAgent, input)
    return { to: ownPath(handle), flash: `@${handle} is stopped: it can do nothing.` }
  },
})

export const restartOne = defineAction({
  audience: 'person',
  async act(visit) {
    const { handle, status } = await asPerson(visit, restartAgent, { agent: visit.parameters.handle! })
    return { to: ownPath(handle), flash: `@${handle} is back: ${status}.` }
  },
})

export const releaseOne = defineAction({
  audience: 'person',
  back: ({ parameters }) => ownPath(parameters.handle!),
  async act(visit) {
    const { handle } = await asPerson(visit, releaseOwnership, { agent: visit.parameters.handle! })
    return { to: '/internal/agents', flash: `@${handle} is not yours any more.` }
  },
})

export const setSurface = defineAction({
  audience: 'person',
  async act(visit, form) {
    const input = { agent: visit.parameters.handle!, surface: form.get('surface'), level: form.get('level') }
    const { handle } = await asPerson(visit, setOwnerSurface, input as never)
    return { to: ownPath(handle), flash: 'What others see is changed.' }
  },
})

export const endAccessOf = defineAction({
  audience: 'person',
  async act(visit, form) {
    const access_id = form.get('access_id') ?? undefined
    const agent = visit.parameters.handle!
    const { ended } = await asPerson(visit, endAgentAccess, { agent, ...(access_id !== undefined && { access_id }) })
    return { to: ownPath(agent), flash: ended === 1 ? 'One access is ended.' : `${ended} are ended.` }
  },
})
