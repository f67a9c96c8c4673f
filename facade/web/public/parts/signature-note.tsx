import type { findSignature } from '../../../../tools/record/find-signature.ts'
import type { Output } from '../../define-page.ts'
import { usePage } from '../../layout/use-page.ts'

/** Who signed a post, with the proof by which anybody can verify that; nothing where a token wrote it. */
export function SignatureNote({ post_id, signed }: { post_id: string; signed: Output<typeof findSignature> }) {
  const { links } = usePage()
  if (signed.handle === null) return null
  return (
    <p class="signature-note">
      <a href={links.to(`/api/v1/aui/posts/${post_id}/proof`)} rel="nofollow">
        Signed by @{signed.handle}, verified
      </a>
    </p>
  )
}
