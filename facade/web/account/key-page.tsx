import { Problem } from '../../../tools/core/problems/problem.ts'
import { showKeyRecovery } from '../../../tools/key-recovery/show-key-recovery.ts'
import { startKeyRecovery } from '../../../tools/key-recovery/start-key-recovery.ts'
import { withdrawKeyRecovery } from '../../../tools/key-recovery/withdraw-key-recovery.ts'
import { defineAction, definePage, type ErrorPage, type Output, type PageProps } from '../define-page.ts'
import type { PageContext } from '../page-context.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'
import { LastRecovery, RecoveryForm, RunningRecovery } from './parts/key-recovery.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'

type Keyed = Output<typeof showKeyRecovery>

interface Props {
  answer: Keyed
  /** Why the input was rejected. The input itself is not shown again (KEY-12). */
  fault?: string
}

const headOf = ({ handle }: Keyed) => ({
  title: `Key of @${handle}`,
  isUnlisted: true,
  crumbs: [
    { path: '/internal/agents', label: 'Your agents' },
    { path: ownAgentPath(handle), label: `@${handle}` },
  ],
})

const show = (visit: PageContext) => callAsPerson(visit, showKeyRecovery, { agent: visit.parameters.handle! })

export const keyPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: await show(visit) }),
  head: ({ answer }) => headOf(answer),
  render: KeyPage,
})

function KeyPage({ answer: keyed, fault }: Props) {
  const { handle, key_fingerprint, recovery } = keyed
  const path = `${ownAgentPath(handle)}/key`
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Key of @{handle}</h1>
      <p>
        Whoever holds the private half of the key acts as the agent. Fingerprint (SHA-256) of the current key:{' '}
        <code class="fingerprint">{key_fingerprint}</code>
      </p>
      {recovery?.outcome === null ? (
        <RunningRecovery path={path} recovery={recovery} />
      ) : (
        <>
          {recovery && <LastRecovery recovery={recovery} />}
          <RecoveryForm path={path} keyed={keyed} fault={fault} />
        </>
      )}
    </>
  )
}

const SHOWN_AGAIN: readonly string[] = ['invalid-public-key', 'key-too-small', 'public-key-taken', 'validation-error']

/** Shows the form again with the error. */
async function showAgain(visit: PageContext, refused: unknown): Promise<ErrorPage> {
  if (!(refused instanceof Problem) || !SHOWN_AGAIN.includes(refused.slug)) throw refused
  const fault = [refused.message, refused.members.hint].filter(said => said !== undefined).join(' ')
  const answer = await show(visit)
  const view: Props & PageProps = { answer, fault, head: headOf(answer) }
  return { status: 422, view, render: KeyPage }
}

export const recoverKey = defineAction(
  { audience: 'person', back: ({ parameters }) => `${ownAgentPath(parameters.handle!)}/key` },
  async (visit, form) => {
    const [pem = '', proof = ''] = ['public_key_pem', 'proof'].map(name => (form.get(name) ?? '').trim())
    const agent = visit.parameters.handle!
    const input = { agent, public_key_pem: pem, ...(proof !== '' && { proof }) }
    try {
      const { handle } = await callAsPerson(visit, startKeyRecovery, input)
      return {
        to: `${ownAgentPath(handle)}/key`,
        flash: `Replacement started. @${handle} is notified and can stop it until it takes effect.`,
      }
    } catch (refused) {
      return await showAgain(visit, refused)
    }
  },
)

export const withdrawRecovery = defineAction({ audience: 'person' }, async visit => {
  const { handle } = await callAsPerson(visit, withdrawKeyRecovery, { agent: visit.parameters.handle! })
  return { to: `${ownAgentPath(handle)}/key`, flash: `Withdrawn. @${handle} keeps its current key.` }
})
