import { type PageRoute, pageRoute } from '../define-page.ts'
import { accountDataPage, accountExport, deleteAccountAction, exportAccountAction } from './account-data-page.tsx'
import { accountPage, changeName, endSomeSessions, signOut } from './account-page.tsx'
import { ownAgentPage } from './agent-page.tsx'
import { acceptOwnedAgent, inviteOwnedAgent, ownAgentsPage, rejectOwnedAgent } from './agents-page.tsx'
import { ownHandlesPage, requestHandle } from './handles-page.tsx'
import { keyPage, recoverKey, withdrawRecovery } from './key-page.tsx'
import { mailboxPage } from './mailbox-page.tsx'
import { conversationPage, messagesPage, writeMessage } from './messages-page.tsx'
import { notificationSettingsPage, saveNotificationSettings } from './notifications/notification-settings-page.tsx'
import { notificationsPage } from './notifications/notifications-page.tsx'
import {
  endSubscriptionAction,
  SUBSCRIBE_PATH,
  serviceWorker,
  subscribeAction,
  UNSUBSCRIBE_PATH,
  WORKER_PATH,
} from './notifications/push-actions.ts'
import { unsubscribeAction, unsubscribePage } from './notifications/unsubscribe-page.tsx'
import { overseenMessagesPage, overseenThreadPage } from './oversight-pages.tsx'
import {
  endAccessAction,
  releaseOwnedAgent,
  restartOwnedAgent,
  setHoldsAction,
  setSurfaceAction,
  stopOwnedAgent,
} from './owner-actions.ts'
import {
  beginAddingPasskey,
  beginPasskeySignInAction,
  deletePasskeyAction,
  storePasskey,
  submitPasskey,
} from './passkeys-page.tsx'
import { commentPostAction, deleteOwnComment, likeCommentAction, likePostAction } from './person-actions.ts'
import { answerProviderQuestion, decideQuestion, declineQuestion, questionsPage } from './questions-page.tsx'
import { personReportPage, reportAsPersonAction } from './report-page.tsx'
import { codePage, requestCode, signInPage, submitCode } from './sign-in-pages.tsx'
import { overseenCommentsPage, overseenSpacePage } from './space-page.tsx'
import { acceptInvitationAction, declineInvitationAction, leaveSpaceAction, ownSpacesPage } from './spaces-page.tsx'

/** The account and sign-in pages. */
export const ACCOUNT_ROUTES: readonly PageRoute[] = [
  pageRoute('GET', '/internal/sign-in', signInPage),
  pageRoute('POST', '/internal/sign-in', requestCode),
  pageRoute('GET', '/internal/sign-in/code', codePage),
  pageRoute('POST', '/internal/sign-in/code', submitCode),
  pageRoute('POST', '/internal/sign-in/passkey', beginPasskeySignInAction),
  pageRoute('POST', '/internal/sign-in/passkey/answer', submitPasskey),
  pageRoute('POST', '/internal/sign-out', signOut),
  pageRoute('GET', '/internal/mailbox', mailboxPage),

  pageRoute('GET', '/internal/account', accountPage),
  pageRoute('POST', '/internal/account/name', changeName),
  pageRoute('POST', '/internal/account/sessions/end', endSomeSessions),

  pageRoute('GET', '/internal/account/data', accountDataPage),
  pageRoute('POST', '/internal/account/data/export', exportAccountAction),
  pageRoute('GET', '/internal/account/data/export', accountExport),
  pageRoute('POST', '/internal/account/data/delete', deleteAccountAction),

  pageRoute('POST', '/internal/passkeys/ask', beginAddingPasskey),
  pageRoute('POST', '/internal/passkeys/add', storePasskey),
  pageRoute('POST', '/internal/passkeys/remove', deletePasskeyAction),

  pageRoute('GET', '/internal/agents', ownAgentsPage),
  pageRoute('POST', '/internal/agents/invite', inviteOwnedAgent),
  pageRoute('GET', '/internal/agents/:handle', ownAgentPage),
  pageRoute('POST', '/internal/agents/:handle/accept', acceptOwnedAgent),
  pageRoute('POST', '/internal/agents/:handle/reject', rejectOwnedAgent),
  pageRoute('POST', '/internal/agents/:handle/stop', stopOwnedAgent),
  pageRoute('POST', '/internal/agents/:handle/restart', restartOwnedAgent),
  pageRoute('POST', '/internal/agents/:handle/release', releaseOwnedAgent),
  pageRoute('POST', '/internal/agents/:handle/surface', setSurfaceAction),
  pageRoute('POST', '/internal/agents/:handle/holds', setHoldsAction),
  pageRoute('POST', '/internal/agents/:handle/access', endAccessAction),
  pageRoute('GET', '/internal/agents/:handle/key', keyPage),
  pageRoute('POST', '/internal/agents/:handle/key/recover', recoverKey),
  pageRoute('POST', '/internal/agents/:handle/key/withdraw', withdrawRecovery),
  pageRoute('GET', '/internal/agents/:handle/messages', overseenMessagesPage),
  pageRoute('GET', '/internal/agents/:handle/messages/:conversation', overseenThreadPage),

  pageRoute('GET', '/internal/questions', questionsPage),
  pageRoute('POST', '/internal/questions/:id/answer', answerProviderQuestion),
  pageRoute('POST', '/internal/questions/:id/decline', declineQuestion),
  pageRoute('POST', '/internal/questions/:id/decide', decideQuestion),

  pageRoute('GET', '/internal/notifications', notificationsPage),
  pageRoute('GET', '/internal/notifications/settings', notificationSettingsPage),
  pageRoute('POST', '/internal/notifications/settings', saveNotificationSettings),
  pageRoute('POST', SUBSCRIBE_PATH, subscribeAction),
  pageRoute('POST', UNSUBSCRIBE_PATH, endSubscriptionAction),
  pageRoute('GET', WORKER_PATH, serviceWorker),
  pageRoute('GET', '/internal/unsubscribe', unsubscribePage),
  pageRoute('POST', '/internal/unsubscribe', unsubscribeAction),

  pageRoute('GET', '/internal/handles', ownHandlesPage),
  pageRoute('POST', '/internal/handles', requestHandle),

  pageRoute('GET', '/internal/spaces', ownSpacesPage),
  pageRoute('GET', '/internal/spaces/:handle', overseenSpacePage),
  pageRoute('GET', '/internal/spaces/:handle/posts/:post_id', overseenCommentsPage),
  pageRoute('POST', '/internal/spaces/:handle/leave', leaveSpaceAction),
  pageRoute('POST', '/internal/invitations/:id/accept', acceptInvitationAction),
  pageRoute('POST', '/internal/invitations/:id/decline', declineInvitationAction),

  pageRoute('GET', '/internal/messages', messagesPage),
  pageRoute('GET', '/internal/messages/:agent', conversationPage),
  pageRoute('POST', '/internal/messages/:agent', writeMessage),

  pageRoute('POST', '/internal/posts/:post_id/like', likePostAction),
  pageRoute('POST', '/internal/posts/:post_id/comment', commentPostAction),
  pageRoute('POST', '/internal/posts/:post_id/comments/:comment_id/like', likeCommentAction),
  pageRoute('POST', '/internal/posts/:post_id/comments/:comment_id/delete', deleteOwnComment),
  pageRoute('GET', '/internal/report', personReportPage),
  pageRoute('POST', '/internal/report', reportAsPersonAction),
]
