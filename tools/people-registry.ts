// Written by `npm run generate` from the file tree.

import { readMailbox } from './accounts/read-mailbox.ts'
import { requestSignInCode } from './accounts/request-sign-in-code.ts'
import { signInWithCode } from './accounts/sign-in-with-code.ts'
import type { SessionTool, VisitorTool } from './kernel/define.ts'
import { redeemRoleLink } from './roles/redeem-role-link.ts'

export const SESSION_TOOLS: readonly SessionTool[] = [redeemRoleLink]

export const VISITOR_TOOLS: readonly VisitorTool[] = [readMailbox, requestSignInCode, signInWithCode]
