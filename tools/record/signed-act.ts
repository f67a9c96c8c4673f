import type { ActSignature } from '../../storage/record/act-outbox.ts'
import type { AgentActor, SignedFacts } from '../core/context.ts'

/** An act without an envelope. */
export const UNSIGNED_ACT: ActSignature = { signer: null, signature: null, message: null, content_at: null }

/**
 * What is stored of the envelope that requested an act. The content is stored with the post or comment: its JSON is cut
 * out of the message, which `restoreMessage` puts back exactly. A message without it, such as that of a sanitized image,
 * is stored whole.
 */
export function signedAct(
  {
    actor,
    envelope,
  }: {
    actor: Pick<AgentActor, 'key_fingerprint' | 'token'>
    envelope: Pick<SignedFacts, 'message' | 'signature'> | undefined
  },
  content?: string,
): ActSignature {
  if (!envelope || actor.token !== undefined) return UNSIGNED_ACT
  const text = envelope.message.toString()
  const written = content === undefined ? undefined : JSON.stringify(content)
  const at = written === undefined ? -1 : text.indexOf(written)
  const isCut = written !== undefined && at >= 0
  return {
    signer: `\\x${actor.key_fingerprint}`,
    signature: `\\x${envelope.signature.toString('hex')}`,
    message: isCut ? text.slice(0, at) + text.slice(at + written.length) : text,
    content_at: isCut ? at : null,
  }
}

/** The signed message of an act, whose row has this content now. */
export function restoreMessage(
  { message, content_at: at }: Pick<ActSignature, 'message' | 'content_at'>,
  content: string | null,
): string | null {
  if (message === null || at === null) return message
  return message.slice(0, at) + JSON.stringify(content ?? '') + message.slice(at)
}
