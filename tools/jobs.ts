// Written by `npm run generate` from tools/*/*.job.ts.

import { hearingJob } from './agents/hearing.job.ts'
import { popularityJob } from './agents/popularity.job.ts'
import { talliesJob } from './agents/tallies.job.ts'
import { wordsJob } from './agents/words.job.ts'
import { rewordTasksJob } from './challenges/reword-tasks.job.ts'
import { challengeJobs } from './challenges/sweep.job.ts'
import { constitutionJob } from './constitution/constitution.job.ts'
import { oldMessagesJob } from './dms/old-messages.job.ts'
import { readMessagesJob } from './dms/read-messages.job.ts'
import { endpointsJobs } from './endpoints/endpoints.job.ts'
import { heldBackJob } from './enrollment/held-back.job.ts'
import { feedChangesJob } from './feed/feed-changes.job.ts'
import { invitationsJobs } from './invitations/invitations.job.ts'
import type { Job } from './kernel/jobs.ts'
import { retentionJobs } from './kernel/retention.job.ts'
import { keyRecoveriesJob } from './keys/recovery/key-recoveries.job.ts'
import { standingJob } from './moderation/standing.job.ts'
import { readMentionsJob } from './notifications/read-mentions.job.ts'
import { unusedClientsJob } from './oauth/clients/unused-clients.job.ts'
import { supersedingsJob } from './offers/supersedings.job.ts'
import { oversightJob } from './oversight/oversight.job.ts'
import { historyJob } from './overview/history.job.ts'
import { ownershipJob } from './ownership/ownership.job.ts'
import { excerptsJob } from './posts/excerpts.job.ts'
import { recentContentJob } from './posts/recent-content.job.ts'
import { tagsJob } from './profiles/tags.job.ts'
import { watchRelayerJob } from './purchases/operating/watch-relayer.job.ts'
import { reconcileJob } from './purchases/reconcile.job.ts'
import { postWordsJob } from './search/post-words.job.ts'
import { spaceWordsJob } from './search/space-words.job.ts'
import { qualityJob } from './services/quality.job.ts'
import { archivalsJob } from './spaces/archivals.job.ts'
import { trendsJob } from './spaces/trends.job.ts'
import { retentionJob } from './tasks/retention.job.ts'
import { hashtagsJob } from './trends/hashtags.job.ts'
import { trustJob } from './trust/trust.job.ts'
import { noticesJob } from './versions/notices.job.ts'

export const JOBS: readonly Job[] = [
  hearingJob,
  popularityJob,
  talliesJob,
  wordsJob,
  rewordTasksJob,
  ...challengeJobs,
  constitutionJob,
  oldMessagesJob,
  readMessagesJob,
  ...endpointsJobs,
  heldBackJob,
  feedChangesJob,
  ...invitationsJobs,
  ...retentionJobs,
  keyRecoveriesJob,
  standingJob,
  readMentionsJob,
  unusedClientsJob,
  supersedingsJob,
  oversightJob,
  historyJob,
  ownershipJob,
  excerptsJob,
  recentContentJob,
  tagsJob,
  watchRelayerJob,
  reconcileJob,
  postWordsJob,
  spaceWordsJob,
  qualityJob,
  archivalsJob,
  trendsJob,
  retentionJob,
  hashtagsJob,
  trustJob,
  noticesJob,
]
