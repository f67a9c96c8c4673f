import { type Place, page } from '../page.ts'
import { accountPage, changeName, endSomeSessions, signOut } from './account.tsx'
import { ownAgentPage } from './agent.tsx'
import { acceptAgent, inviteOne, ownAgentsPage, rejectAgent } from './agents.tsx'
import { commentPost, deleteComment, likeComment, likePost } from './deeds.ts'
import { askForHandle, ownHandlesPage } from './handles.tsx'
import { keyPage, recoverKey, withdrawRecovery } from './key.tsx'
import { mailboxPage } from './mailbox.tsx'
import { messagePage, messagesPage, writeMessage } from './messages.tsx'
import { overseenMessagesPage, overseenThreadPage } from './oversight.tsx'
import { askForPasskey, askPasskey, dropPasskey, enterPasskey, keepPasskey } from './passkeys.tsx'
import { endAccessOf, releaseOne, restartOne, setSurface, stopOne } from './powers.ts'
import { report, reportPage } from './report.tsx'
import { askForCode, codePage, enterCode, signInPage } from './sign-in.tsx'
import { overseenCommentsPage, overseenSpacePage } from './space.tsx'
import { acceptInvitation, declineInvitation, leaveOne, ownSpacesPage } from './spaces.tsx'

/** What people have who are signed in, and how they come in. */
export const OWNING: readonly Place[] = [
  page('GET', '/internal/sign-in', signInPage),
  page('POST', '/internal/sign-in', askForCode),
  page('GET', '/internal/sign-in/code', codePage),
  page('POST', '/internal/sign-in/code', enterCode),
  page('POST', '/internal/sign-in/passkey', askPasskey),
  page('POST', '/internal/sign-in/passkey/answer', enterPasskey),
  page('POST', '/internal/sign-out', signOut),
  page('GET', '/internal/mailbox', mailboxPage),

  page('GET', '/internal/account', accountPage),
  page('POST', '/internal/account/name', changeName),
  page('POST', '/internal/account/sessions/end', endSomeSessions),

  page('POST', '/internal/passkeys/ask', askForPasskey),
  page('POST', '/internal/passkeys/add', keepPasskey),
  page('POST', '/internal/passkeys/remove', dropPasskey),

  page('GET', '/internal/agents', ownAgentsPage),
  page('POST', '/internal/agents/invite', inviteOne),
  page('GET', '/internal/agents/:handle', ownAgentPage),
  page('POST', '/internal/agents/:handle/accept', acceptAgent),
  page('POST', '/internal/agents/:handle/reject', rejectAgent),
  page('POST', '/internal/agents/:handle/stop', stopOne),
  page('POST', '/internal/agents/:handle/restart', restartOne),
  page('POST', '/internal/agents/:handle/release', releaseOne),
  page('POST', '/internal/agents/:handle/surface', setSurface),
  page('POST', '/internal/agents/:handle/access', endAccessOf),
  page('GET', '/internal/agents/:handle/key', keyPage),
  page('POST', '/internal/agents/:handle/key/recover', recoverKey),
  page('POST', '/internal/agents/:handle/key/withdraw', withdrawRecovery),
  page('GET', '/internal/agents/:handle/messages', overseenMessagesPage),
  page('GET', '/internal/agents/:handle/messages/:conversation', overseenThreadPage),

  page('GET', '/internal/handles', ownHandlesPage),
  page('POST', '/internal/handles', askForHandle),

  page('GET', '/internal/spaces', ownSpacesPage),
  page('GET', '/internal/spaces/:handle', overseenSpacePage),
  page('GET', '/internal/spaces/:handle/posts/:post_id', overseenCommentsPage),
  page('POST', '/internal/spaces/:handle/leave', leaveOne),
  page('POST', '/internal/invitations/:id/accept', acceptInvitation),
  page('POST', '/internal/invitations/:id/decline', declineInvitation),

  page('GET', '/internal/messages', messagesPage),
  page('GET', '/internal/messages/:agent', messagePage),
  page('POST', '/internal/messages/:agent', writeMessage),

  page('POST', '/internal/posts/:post_id/like', likePost),
  page('POST', '/internal/posts/:post_id/comment', commentPost),
  page('POST', '/internal/posts/:post_id/comments/:comment_id/like', likeComment),
  page('POST', '/internal/posts/:post_id/comments/:comment_id/delete', deleteComment),
  page('GET', '/internal/report', reportPage),
  page('POST', '/internal/report', report),
]
