// Written by `npm run generate` from tools/*/*.job.ts.

import { countersJob } from './agents/counters.job.ts'
import { popularityJob } from './agents/popularity.job.ts'
import { recountVisibilityJob } from './agents/recount-visibility.job.ts'
import { searchTokensJob } from './agents/search-tokens.job.ts'
import { rewordTasksJob } from './challenges/reword-tasks.job.ts'
import { challengeJobs } from './challenges/sweep.job.ts'
import { constitutionJob } from './constitution/constitution.job.ts'
import type { Job } from './core/job-runner.ts'
import { retentionJobs } from './core/retention.job.ts'
import { oldMessagesJob } from './dms/old-messages.job.ts'
import { readMessagesJob } from './dms/read-messages.job.ts'
import { endpointsJobs } from './endpoints/endpoints.job.ts'
import { probationJob } from './enrollment/probation.job.ts'
import { feedChangesJob } from './feed/feed-changes.job.ts'
import { invitationsJobs } from './invitations/invitations.job.ts'
import { keyRecoveriesJob } from './key-recovery/key-recoveries.job.ts'
import { offencesJob } from './moderation/offences.job.ts'
import { readMentionsJob } from './notifications/read-mentions.job.ts'
import { unusedClientsJob } from './oauth/clients/unused-clients.job.ts'
import { supersedingsJob } from './offers/supersedings.job.ts'
import { oversightJob } from './oversight/oversight.job.ts'
import { historyJob } from './overview/history.job.ts'
import { ownershipJob } from './ownership/ownership.job.ts'
import { excerptsJob } from './posts/excerpts.job.ts'
import { recentContentJob } from './posts/recent-content.job.ts'
import { interestTagsJob } from './profiles/interest-tags.job.ts'
import { watchRelayerJob } from './purchases/operator/watch-relayer.job.ts'
import { reconcileJob } from './purchases/reconcile.job.ts'
import { postIndexJob } from './search/post-index.job.ts'
import { spaceTokensJob } from './search/space-tokens.job.ts'
import { unusedHashtagsJob } from './search/unused-hashtags.job.ts'
import { qualityJob } from './services/quality.job.ts'
import { archivalsJob } from './spaces/archivals.job.ts'
import { trendsJob } from './spaces/trends.job.ts'
import { retentionJob } from './tasks/retention.job.ts'
import { hashtagsJob } from './trends/hashtags.job.ts'
import { trustJob } from './trust/trust.job.ts'
import { noticesJob } from './versions/notices.job.ts'

export const JOBS: readonly Job[] = [
  countersJob,
  popularityJob,
  recountVisibilityJob,
  searchTokensJob,
  rewordTasksJob,
  ...challengeJobs,
  constitutionJob,
  ...retentionJobs,
  oldMessagesJob,
  readMessagesJob,
  ...endpointsJobs,
  probationJob,
  feedChangesJob,
  ...invitationsJobs,
  keyRecoveriesJob,
  offencesJob,
  readMentionsJob,
  unusedClientsJob,
  supersedingsJob,
  oversightJob,
  historyJob,
  ownershipJob,
  excerptsJob,
  recentContentJob,
  interestTagsJob,
  watchRelayerJob,
  reconcileJob,
  postIndexJob,
  spaceTokensJob,
  unusedHashtagsJob,
  qualityJob,
  archivalsJob,
  trendsJob,
  retentionJob,
  hashtagsJob,
  trustJob,
  noticesJob,
]
