// Written by `npm run generate` from the file tree.

import { addPasskey } from './accounts/add-passkey.ts'
import { beginPasskey } from './accounts/begin-passkey.ts'
import { beginPasskeySignIn } from './accounts/begin-passkey-sign-in.ts'
import { readMailbox } from './accounts/read-mailbox.ts'
import { requestSignInCode } from './accounts/request-sign-in-code.ts'
import { signInWithCode } from './accounts/sign-in-with-code.ts'
import { signInWithPasskey } from './accounts/sign-in-with-passkey.ts'
import type { SessionTool, VisitorTool } from './core/define-tool.ts'
import { redeemRoleLink } from './roles/redeem-role-link.ts'

export const SESSION_TOOLS: readonly SessionTool[] = [addPasskey, beginPasskey, redeemRoleLink]

export const VISITOR_TOOLS: readonly VisitorTool[] = [
  beginPasskeySignIn,
  readMailbox,
  requestSignInCode,
  signInWithCode,
  signInWithPasskey,
]
