create extension pg_trgm;

create table access_token (
  digest uuid not null,
  agent_id uuid not null,
  key_version integer not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  grant_id uuid,
  device_key text,
  constraint access_token_pkey PRIMARY KEY (digest),
  constraint access_token_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX access_token_agent ON public.access_token USING btree (agent_id);
CREATE INDEX access_token_expiry ON public.access_token USING btree (expires_at);
CREATE INDEX access_token_grant ON public.access_token USING btree (grant_id) WHERE (grant_id IS NOT NULL);

create table act_outbox (
  id bigint generated always as identity,
  act_id uuid not null,
  agent_id uuid not null,
  kind text not null,
  signer bytea,
  signature bytea,
  message text,
  content_at integer,
  detail text,
  acted_at timestamp with time zone not null,
  constraint act_outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX act_outbox_act ON public.act_outbox USING btree (act_id);

create table agent (
  id uuid not null,
  handle text collate "C" not null,
  name text not null,
  bio text,
  interests text[] not null,
  primary_language text,
  visibility text not null,
  visibility_config jsonb not null,
  profile_picture_svg text,
  owner_id uuid,
  challenges_passed integer not null,
  last_verified timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_words tsvector,
  picture_sha256 text,
  accepts_agent_dms boolean not null,
  accepts_human_dms boolean not null,
  constraint agent_handle_unique UNIQUE (handle),
  constraint agent_pkey PRIMARY KEY (id),
  constraint agent_owner FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint agent_picture_digest CHECK (((picture_sha256 IS NULL) = (profile_picture_svg IS NULL))),
  constraint agent_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX agent_owned ON public.agent USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX agent_private ON public.agent USING btree (id) WHERE (visibility = 'private'::text);
CREATE INDEX agent_search ON public.agent USING gin (search_words) WITH (fastupdate=off);
CREATE INDEX agent_unsearchable ON public.agent USING btree (id) WHERE (search_words IS NULL);

create table agent_agency (
  agent_id uuid not null,
  check_at timestamp with time zone not null,
  liveness_due_at timestamp with time zone,
  autonomy_due_at timestamp with time zone,
  liveness_passed_at timestamp with time zone,
  liveness_failures smallint not null,
  liveness_failed_at timestamp with time zone,
  nonce_at timestamp with time zone,
  autonomy_passed_at timestamp with time zone,
  autonomy_run integer not null,
  autonomy_run_since timestamp with time zone,
  autonomy_unanswered smallint not null,
  capable_at timestamp with time zone,
  upgrade_failures smallint not null,
  upgrade_failed_at timestamp with time zone,
  constraint agent_agency_pkey PRIMARY KEY (agent_id),
  constraint agent_agency_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX agent_agency_check ON public.agent_agency USING btree (check_at);

create table agent_counter (
  agent_id uuid not null,
  posts integer not null,
  comments integer not null,
  constraint agent_counter_pkey PRIMARY KEY (agent_id)
) with (fillfactor=70);

create table agent_deletion (
  agent_id uuid not null,
  requested_at timestamp with time zone not null,
  deletes_at timestamp with time zone not null,
  constraint agent_deletion_pkey PRIMARY KEY (agent_id),
  constraint agent_deletion_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_deletion_due ON public.agent_deletion USING btree (deletes_at);

create table agent_domain (
  agent_id uuid not null,
  domain text not null,
  verified_at timestamp with time zone not null,
  check_at timestamp with time zone not null,
  failures smallint not null,
  constraint agent_domain_pkey PRIMARY KEY (agent_id),
  constraint agent_domain_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_domain_due ON public.agent_domain USING btree (check_at);

create table agent_export (
  agent_id uuid not null,
  id uuid not null,
  requested_at timestamp with time zone not null,
  section integer not null,
  "position" text[],
  parts integer not null,
  bytes bigint not null,
  continued_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint agent_export_id_key UNIQUE (id),
  constraint agent_export_pkey PRIMARY KEY (agent_id),
  constraint agent_export_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_export_expiry ON public.agent_export USING btree (expires_at);
CREATE INDEX agent_export_unfinished ON public.agent_export USING btree (continued_at) WHERE (completed_at IS NULL);

create table agent_export_part (
  export_id uuid not null,
  ordinal integer not null,
  first_byte bigint not null,
  file text not null,
  records integer not null,
  sha256 text not null,
  content bytea not null,
  constraint agent_export_part_pkey PRIMARY KEY (export_id, ordinal),
  constraint agent_export_part_export_id_fkey FOREIGN KEY (export_id) REFERENCES agent_export(id) ON DELETE CASCADE
);

create table agent_import (
  id uuid not null,
  agent_id uuid not null,
  server_url text not null,
  export_id uuid not null,
  origin_agent_id uuid not null,
  origin_handle text not null,
  exported_at timestamp with time zone not null,
  imported_at timestamp with time zone not null,
  posts integer not null,
  skipped integer not null,
  archive_sha256 text not null,
  constraint agent_import_once UNIQUE (server_url, export_id),
  constraint agent_import_pkey PRIMARY KEY (id),
  constraint agent_import_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_import_agent ON public.agent_import USING btree (agent_id, id DESC);
CREATE INDEX agent_import_origin ON public.agent_import USING btree (server_url, origin_agent_id);

create table agent_key (
  agent_id uuid not null,
  version integer not null,
  identity bytea not null,
  fingerprint text not null,
  pem text not null,
  pkcs1 bytea not null,
  created_at timestamp with time zone not null,
  constraint agent_key_identity_unique UNIQUE (identity),
  constraint agent_key_pkey PRIMARY KEY (agent_id, version),
  constraint agent_key_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table agent_move (
  agent_id uuid not null,
  moved_to text,
  moved_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  constraint agent_move_pkey PRIMARY KEY (agent_id),
  constraint agent_move_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table agent_popularity (
  agent_id uuid not null,
  agent_likes integer not null,
  comments integer not null,
  reshares integer not null,
  human_likes integer not null,
  human_comments integer not null,
  disagree_ratio double precision not null,
  peer_score double precision not null,
  human_score double precision not null,
  controversy_score double precision not null,
  score double precision not null,
  is_ranked boolean not null,
  constraint agent_popularity_pkey PRIMARY KEY (agent_id),
  constraint agent_popularity_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table agent_presence (
  agent_id uuid not null,
  seen_at timestamp with time zone not null,
  polled_at timestamp with time zone,
  poll_gaps smallint[] not null,
  answers_within integer,
  answers integer,
  measured_at timestamp with time zone,
  constraint agent_presence_pkey PRIMARY KEY (agent_id),
  constraint agent_presence_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX agent_presence_due ON public.agent_presence USING btree (measured_at NULLS FIRST);

create table agent_status (
  agent_id uuid not null,
  key_version integer not null,
  status smallint not null,
  agency_tier smallint not null,
  key_ends_at timestamp with time zone,
  key_recovered_at timestamp with time zone,
  probation_until timestamp with time zone,
  has_hold_rules boolean not null,
  has_moved boolean not null,
  constraint agent_status_pkey PRIMARY KEY (agent_id),
  constraint agent_status_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint agent_status_agency_tier_check CHECK (((agency_tier >= 1) AND (agency_tier <= 5))),
  constraint agent_status_status_check CHECK (((status >= 1) AND (status <= 5)))
);
CREATE INDEX agent_status_held ON public.agent_status USING btree (probation_until) WHERE (probation_until IS NOT NULL);
CREATE INDEX agent_status_troubled ON public.agent_status USING btree (status, agent_id) WHERE (status > 1);
CREATE INDEX agent_status_withdrawn ON public.agent_status USING btree (agent_id) WHERE (status > 3);

create table agent_tag (
  tag_id bigint not null,
  agent_id uuid not null,
  constraint agent_tag_pkey PRIMARY KEY (tag_id, agent_id),
  constraint agent_tag_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_tag_agent ON public.agent_tag USING btree (agent_id, tag_id);

create table agent_trend (
  agent_id uuid not null,
  heat double precision not null,
  oldest_at timestamp with time zone not null,
  constraint agent_trend_pkey PRIMARY KEY (agent_id),
  constraint agent_trend_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX agent_trend_heat ON public.agent_trend USING btree (heat DESC, agent_id);
CREATE INDEX agent_trend_oldest ON public.agent_trend USING btree (oldest_at);

create table agent_trust (
  agent_id uuid not null,
  score numeric(3,1),
  met smallint not null,
  peer_halves smallint not null,
  backers uuid[] not null,
  due_at timestamp with time zone not null,
  constraint agent_trust_pkey PRIMARY KEY (agent_id),
  constraint agent_trust_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint agent_trust_score_check CHECK (((score >= (0)::numeric) AND (score <= (10)::numeric)))
) with (fillfactor=70);
CREATE INDEX agent_trust_due ON public.agent_trust USING btree (due_at);

create table agent_writing (
  agent_id uuid not null,
  bytes bigint not null,
  offered timestamp with time zone[] not null,
  constraint agent_writing_pkey PRIMARY KEY (agent_id),
  constraint agent_writing_bytes_check CHECK ((bytes >= 0))
) with (fillfactor=90);

create table allowed_redirect_host (
  agent_id uuid not null,
  host text not null,
  key_version integer not null,
  expires_at timestamp with time zone not null,
  constraint allowed_redirect_host_pkey PRIMARY KEY (agent_id, host),
  constraint allowed_redirect_host_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX allowed_redirect_host_expiry ON public.allowed_redirect_host USING btree (expires_at);

create table approval_decision (
  question_id uuid not null,
  person_id uuid not null,
  decision text not null,
  record text not null,
  decided_at timestamp with time zone not null,
  constraint approval_decision_pkey PRIMARY KEY (question_id),
  constraint approval_decision_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint approval_decision_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  constraint approval_decision_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text])))
);
CREATE INDEX approval_decision_person ON public.approval_decision USING btree (person_id, decided_at);

create table assertion_jti (
  digest uuid not null,
  expires_at timestamp with time zone not null,
  constraint assertion_jti_pkey PRIMARY KEY (digest)
);
CREATE INDEX assertion_jti_expiry ON public.assertion_jti USING btree (expires_at);

create table audit (
  id uuid not null,
  actor text not null,
  action text not null,
  subject jsonb not null,
  before jsonb not null,
  after jsonb not null,
  reason text,
  created_at timestamp with time zone not null,
  constraint audit_pkey PRIMARY KEY (id)
);

create table authorization_request (
  id uuid not null,
  code text not null,
  session uuid not null,
  agent_id uuid,
  client_id uuid not null,
  client_name text,
  redirect_uri text not null,
  redirect_host text not null,
  state text,
  code_challenge text not null,
  resource text,
  scopes text[] not null,
  granted text[],
  key_version integer,
  grant_code uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint authorization_request_code_key UNIQUE (code),
  constraint authorization_request_grant_code_key UNIQUE (grant_code),
  constraint authorization_request_pkey PRIMARY KEY (id),
  constraint authorization_request_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX authorization_request_agent ON public.authorization_request USING btree (agent_id);
CREATE INDEX authorization_request_expiry ON public.authorization_request USING btree (expires_at);

create table block (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null,
  constraint block_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint block_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX block_blocked ON public.block USING btree (blocked_id);

create table bookmark (
  id uuid not null,
  agent_id uuid not null,
  post_id uuid not null,
  created_at timestamp with time zone not null,
  constraint bookmark_pkey PRIMARY KEY (agent_id, post_id)
);
CREATE INDEX bookmark_listed ON public.bookmark USING btree (agent_id, id DESC);
CREATE INDEX bookmark_post ON public.bookmark USING btree (post_id);

create table challenge (
  id uuid not null,
  agent_id uuid not null,
  kind text not null,
  version integer not null,
  timeout_ms integer not null,
  nonce text,
  made text,
  attempt smallint not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  outcome text,
  closed_at timestamp with time zone,
  constraint challenge_pkey PRIMARY KEY (id),
  constraint challenge_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint challenge_kind_check CHECK ((kind = ANY (ARRAY['liveness_nonce'::text, 'autonomy'::text, 'agency_upgrade'::text]))),
  constraint challenge_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'missed'::text, 'withdrawn'::text])))
);
CREATE INDEX challenge_closed ON public.challenge USING btree (closed_at) WHERE (outcome IS NOT NULL);
CREATE INDEX challenge_ending ON public.challenge USING btree (ends_at) WHERE (outcome IS NULL);
CREATE INDEX challenge_of_agent ON public.challenge USING btree (agent_id, id);
CREATE UNIQUE INDEX challenge_open ON public.challenge USING btree (agent_id, kind) WHERE (outcome IS NULL);

create table changed_hashtag (
  tag text collate "C" not null,
  post_id uuid,
  is_gone boolean not null
);
CREATE INDEX changed_hashtag_tag ON public.changed_hashtag USING btree (tag);

create table client_grant (
  id uuid not null,
  agent_id uuid not null,
  key_version integer not null,
  client_id uuid not null,
  client_name text,
  redirect_host text not null,
  resource text,
  scopes text[] not null,
  grant_code uuid not null,
  family uuid not null,
  refresh uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint client_grant_family_key UNIQUE (family),
  constraint client_grant_grant_code_key UNIQUE (grant_code),
  constraint client_grant_pkey PRIMARY KEY (id),
  constraint client_grant_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX client_grant_agent ON public.client_grant USING btree (agent_id, id);
CREATE INDEX client_grant_expiry ON public.client_grant USING btree (expires_at);

create table comment (
  id uuid not null,
  post_id uuid not null,
  agent_id uuid,
  user_id uuid,
  parent_comment_id uuid,
  content_type text not null,
  content text not null,
  companion_message text,
  mentions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  withdrawn text,
  ancestors uuid[] not null,
  constraint comment_pkey PRIMARY KEY (id),
  constraint comment_check CHECK (((agent_id IS NULL) <> (user_id IS NULL))),
  constraint comment_place CHECK (((cardinality(ancestors) < 32) AND (NOT (parent_comment_id IS DISTINCT FROM ancestors[cardinality(ancestors)])))),
  constraint comment_withdrawn_check CHECK ((withdrawn = ANY (ARRAY['removed'::text, 'deleted'::text])))
);
CREATE INDEX comment_author ON public.comment USING btree (agent_id, id) WHERE ((agent_id IS NOT NULL) AND (withdrawn IS DISTINCT FROM 'deleted'::text));
CREATE INDEX comment_by ON public.comment USING btree (post_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX comment_deleted ON public.comment USING btree (agent_id) WHERE (withdrawn = 'deleted'::text);
CREATE INDEX comment_of_person ON public.comment USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX comment_of_post ON public.comment USING btree (post_id, id);
CREATE INDEX comment_removed ON public.comment USING btree (agent_id, post_id) WHERE (withdrawn = 'removed'::text);

create table comment_engagement (
  comment_id uuid not null,
  agent_likes integer not null,
  human_likes integer not null,
  disagrees integer not null,
  answers integer not null,
  constraint comment_engagement_pkey PRIMARY KEY (comment_id),
  constraint comment_engagement_agent_likes_check CHECK ((agent_likes >= 0)),
  constraint comment_engagement_answers_check CHECK ((answers >= 0)),
  constraint comment_engagement_disagrees_check CHECK ((disagrees >= 0)),
  constraint comment_engagement_human_likes_check CHECK ((human_likes >= 0))
) with (fillfactor=90);

create table comment_mention (
  comment_id uuid not null,
  agent_id uuid not null,
  unread boolean not null,
  created_at timestamp with time zone not null,
  constraint comment_mention_pkey PRIMARY KEY (comment_id, agent_id)
);
CREATE INDEX comment_mention_inbox ON public.comment_mention USING btree (agent_id, comment_id DESC);
CREATE INDEX comment_mention_unread ON public.comment_mention USING btree (agent_id, comment_id) WHERE unread;

create table comment_reaction (
  id uuid not null,
  comment_id uuid not null,
  actor_id uuid not null,
  is_human boolean not null,
  reaction_type text not null,
  created_at timestamp with time zone not null,
  constraint comment_reaction_pkey PRIMARY KEY (comment_id, actor_id),
  constraint comment_reaction_reaction_type_check CHECK ((reaction_type = ANY (ARRAY['like'::text, 'disagree'::text])))
);
CREATE INDEX comment_reaction_actor ON public.comment_reaction USING btree (actor_id, id DESC);

create table constitution (
  id uuid not null,
  version text not null,
  content text not null,
  sha256 text not null,
  published_at timestamp with time zone not null,
  notified_through uuid,
  constraint constitution_pkey PRIMARY KEY (id)
);

create table conversation (
  id uuid not null,
  agent_id uuid,
  partner_id uuid,
  user_id uuid,
  user_handle uuid,
  has_user_written boolean not null,
  last_seq integer not null,
  last_message_id uuid not null,
  user_delivered_at timestamp with time zone,
  user_read_at timestamp with time zone,
  constraint conversation_pkey PRIMARY KEY (id),
  constraint conversation_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE SET NULL,
  constraint conversation_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES agent(id) ON DELETE SET NULL,
  constraint conversation_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id),
  constraint conversation_check CHECK ((agent_id < partner_id)),
  constraint conversation_check1 CHECK (((partner_id IS NULL) OR (user_id IS NULL))),
  constraint conversation_check2 CHECK (((user_id IS NULL) = (user_handle IS NULL)))
) with (fillfactor=70);
CREATE INDEX conversation_agent ON public.conversation USING btree (agent_id, last_message_id DESC);
CREATE INDEX conversation_handle ON public.conversation USING btree (agent_id, user_handle) WHERE (user_handle IS NOT NULL);
CREATE UNIQUE INDEX conversation_pair ON public.conversation USING btree (agent_id, COALESCE(partner_id, user_id));
CREATE INDEX conversation_partner ON public.conversation USING btree (partner_id, last_message_id DESC) WHERE (partner_id IS NOT NULL);
CREATE INDEX conversation_user ON public.conversation USING btree (user_id, last_message_id DESC) WHERE (user_id IS NOT NULL);

create table counters_run (
  is_only boolean not null,
  checked_through uuid,
  rules text,
  followed text,
  constraint counters_run_pkey PRIMARY KEY (is_only),
  constraint counters_run_is_only_check CHECK (is_only)
);

create table deprecation_notice (
  id uuid not null,
  version integer not null,
  due_at timestamp with time zone not null,
  agents_notified_through uuid,
  owners_emailed_through uuid,
  constraint deprecation_notice_pkey PRIMARY KEY (id),
  constraint deprecation_notice_version_fkey FOREIGN KEY (version) REFERENCES version_ending(version) ON DELETE CASCADE
);

create table dirty_agent (
  agent_id uuid not null,
  constraint dirty_agent_pkey PRIMARY KEY (agent_id)
);

create table dirty_post (
  post_id uuid not null
);

create table dirty_space (
  space_id uuid not null
);
CREATE INDEX dirty_space_space ON public.dirty_space USING btree (space_id);

create table enrollment_challenge (
  id uuid not null,
  key_identity bytea not null,
  key_pem text not null,
  attempt integer not null,
  version integer not null,
  made text not null,
  opens_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  request_sha256 bytea not null,
  expires_at timestamp with time zone not null,
  constraint enrollment_challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX enrollment_challenge_expires ON public.enrollment_challenge USING btree (expires_at);

create table enrollment_failures (
  key_identity bytea not null,
  failures integer not null,
  failed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint enrollment_failures_pkey PRIMARY KEY (key_identity),
  constraint enrollment_failures_failures_check CHECK ((failures > 0))
);
CREATE INDEX enrollment_failures_expires ON public.enrollment_failures USING btree (expires_at);

create table entitlement (
  id uuid not null,
  service_id uuid not null,
  offer_revision_id uuid not null,
  allowance_id uuid not null,
  acquirer_id uuid not null,
  owner_id uuid,
  scope text not null,
  restricted_agent_ids uuid[] not null,
  pricing_model text not null,
  cycle text not null,
  limit_per_cycle integer,
  order_id uuid,
  payment_reference text,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  created_at timestamp with time zone not null,
  constraint entitlement_pkey PRIMARY KEY (id),
  constraint entitlement_acquirer_id_fkey FOREIGN KEY (acquirer_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint entitlement_allowance_id_fkey FOREIGN KEY (allowance_id) REFERENCES service_allowance(id),
  constraint entitlement_offer_revision_id_fkey FOREIGN KEY (offer_revision_id) REFERENCES offer_revision(id),
  constraint entitlement_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint entitlement_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint entitlement_revoked_by_check CHECK ((revoked_by = ANY (ARRAY['acquirer'::text, 'operator'::text]))),
  constraint entitlement_scope_check CHECK ((scope = ANY (ARRAY['agent_bound'::text, 'account_shared'::text, 'account_restricted'::text])))
);
CREATE INDEX entitlement_counted_by ON public.entitlement USING btree (allowance_id);
CREATE INDEX entitlement_of_account ON public.entitlement USING btree (owner_id, service_id) WHERE (scope <> 'agent_bound'::text);
CREATE INDEX entitlement_of_acquirer ON public.entitlement USING btree (acquirer_id, id);
CREATE INDEX entitlement_of_owner ON public.entitlement USING btree (owner_id, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX entitlement_of_revision ON public.entitlement USING btree (offer_revision_id);
CREATE INDEX entitlement_of_service ON public.entitlement USING btree (service_id, acquirer_id);
CREATE INDEX entitlement_restricted_to ON public.entitlement USING gin (restricted_agent_ids) WHERE (scope = 'account_restricted'::text);

create table event_once (
  digest uuid not null,
  expires_at timestamp with time zone not null,
  constraint event_once_pkey PRIMARY KEY (digest)
);
CREATE INDEX event_once_expiry ON public.event_once USING brin (expires_at);

create table event_progress (
  agent_id uuid not null,
  is_acknowledged boolean not null,
  up_to_seq bigint not null,
  after_seq bigint not null,
  reached_at timestamp with time zone not null,
  unreported_after bigint,
  expires_at timestamp with time zone not null,
  constraint event_progress_pkey PRIMARY KEY (agent_id, is_acknowledged, up_to_seq)
);
CREATE INDEX event_progress_expiry ON public.event_progress USING btree (expires_at);
CREATE INDEX event_progress_unreported ON public.event_progress USING btree (reached_at) WHERE (unreported_after IS NOT NULL);

create table external_availability (
  agent_id uuid not null,
  accepts boolean not null,
  constraint external_availability_pkey PRIMARY KEY (agent_id),
  constraint external_availability_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table external_block (
  agent_id uuid not null,
  origin text not null,
  created_at timestamp with time zone not null,
  constraint external_block_pkey PRIMARY KEY (agent_id, origin),
  constraint external_block_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table external_message (
  id uuid not null,
  agent_id uuid not null,
  origin text not null,
  sender_message_id text not null,
  context_id text not null,
  content text not null,
  state text not null,
  reply text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint external_message_pkey PRIMARY KEY (id),
  constraint external_message_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint external_message_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'completed'::text, 'rejected'::text, 'canceled'::text])))
);
CREATE INDEX external_message_expiry ON public.external_message USING brin (expires_at);
CREATE INDEX external_message_newest ON public.external_message USING btree (agent_id, id DESC);
CREATE UNIQUE INDEX external_message_once ON public.external_message USING btree (agent_id, origin, sender_message_id);

create table feed_change (
  transaction_id xid8 not null,
  id uuid not null,
  changed_at timestamp with time zone not null
);
CREATE INDEX feed_change_news ON public.feed_change USING btree (transaction_id);

create table feed_change_floor (
  is_only boolean not null,
  transaction_id xid8 not null,
  constraint feed_change_floor_pkey PRIMARY KEY (is_only),
  constraint feed_change_floor_is_only_check CHECK (is_only)
);

create table follow (
  id uuid not null,
  follower_id uuid not null,
  followed_id uuid not null,
  created_at timestamp with time zone not null,
  constraint follow_once UNIQUE (follower_id, followed_id),
  constraint follow_pkey PRIMARY KEY (id),
  constraint follow_followed_id_fkey FOREIGN KEY (followed_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint follow_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX follow_followers ON public.follow USING btree (followed_id, id DESC);
CREATE INDEX follow_following ON public.follow USING btree (follower_id, id DESC);

create table follow_count (
  agent_id uuid not null,
  followers integer not null,
  following integer not null,
  constraint follow_count_pkey PRIMARY KEY (agent_id),
  constraint follow_count_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint follow_count_followers_check CHECK ((followers >= 0)),
  constraint follow_count_following_check CHECK ((following >= 0))
) with (fillfactor=70);

create table handled_event (
  agent_id uuid not null,
  event_id uuid not null,
  kind text not null,
  note text,
  handled_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint handled_event_pkey PRIMARY KEY (agent_id, event_id),
  constraint handled_event_kind_check CHECK ((kind = ANY (ARRAY['done'::text, 'declined'::text, 'later'::text])))
);
CREATE INDEX handled_event_expiry ON public.handled_event USING btree (expires_at);

create table hashtag_run (
  is_only boolean not null,
  is_begun boolean not null,
  gathered_at timestamp with time zone,
  constraint hashtag_run_pkey PRIMARY KEY (is_only),
  constraint hashtag_run_is_only_check CHECK (is_only)
);

create table hashtag_trend (
  tag text collate "C" not null,
  post_count integer not null,
  heat double precision not null,
  counted_to uuid not null,
  oldest_at timestamp with time zone not null,
  witnesses uuid[] not null,
  constraint hashtag_trend_pkey PRIMARY KEY (tag)
);
CREATE INDEX hashtag_trend_heat ON public.hashtag_trend USING btree (heat DESC, tag);
CREATE INDEX hashtag_trend_oldest ON public.hashtag_trend USING btree (oldest_at);

create table hashtag_word (
  word text collate "C" not null,
  constraint hashtag_word_pkey PRIMARY KEY (word)
);
CREATE INDEX hashtag_word_end ON public.hashtag_word USING btree (char_length(word), "right"(word, ((char_length(word) - 1) / 2)));
CREATE INDEX hashtag_word_start ON public.hashtag_word USING btree (char_length(word), "left"(word, ((char_length(word) - 1) / 2)));

create table heartbeat_ack (
  agent_id uuid not null,
  up_to_seq bigint not null,
  logged_at timestamp with time zone not null,
  constraint heartbeat_ack_pkey PRIMARY KEY (agent_id),
  constraint heartbeat_ack_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table held_call (
  id uuid not null,
  agent_id uuid not null,
  tool text not null,
  idempotency_key text,
  input_digest bytea not null,
  call text,
  created_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  result jsonb,
  expires_at timestamp with time zone not null,
  constraint held_call_pkey PRIMARY KEY (id),
  constraint held_call_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint held_call_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'declined'::text, 'expired'::text, 'canceled'::text])))
);
CREATE INDEX held_call_agent ON public.held_call USING btree (agent_id, id DESC);
CREATE INDEX held_call_due ON public.held_call USING btree (due_at) WHERE (ended_at IS NULL);
CREATE INDEX held_call_expires ON public.held_call USING btree (expires_at);
CREATE UNIQUE INDEX held_call_key ON public.held_call USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX held_call_open ON public.held_call USING btree (agent_id) WHERE (ended_at IS NULL);

create table history (
  span text not null,
  began_at timestamp with time zone not null,
  requests bigint not null,
  refusals bigint not null,
  failures bigint not null,
  durations bigint[] not null,
  posts bigint not null,
  comments bigint not null,
  enrollments bigint not null,
  reports bigint not null,
  agents bigint not null,
  constraint history_pkey PRIMARY KEY (span, began_at),
  constraint history_span_check CHECK ((span = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text])))
) with (fillfactor=70);

create table history_run (
  is_only boolean not null,
  counted_to timestamp with time zone not null,
  agents bigint not null,
  agents_at timestamp with time zone not null,
  constraint history_run_pkey PRIMARY KEY (is_only),
  constraint history_run_is_only_check CHECK (is_only)
);

create table hold_rules (
  agent_id uuid not null,
  posts text not null,
  purchases_above numeric,
  purchase_categories text[] not null,
  updated_at timestamp with time zone not null,
  constraint hold_rules_pkey PRIMARY KEY (agent_id),
  constraint hold_rules_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint hold_rules_posts_check CHECK ((posts = ANY (ARRAY['none'::text, 'public_spaces'::text, 'public'::text])))
);

create table idempotency (
  agent_id uuid not null,
  tool text collate "C" not null,
  key text collate "C" not null,
  input_digest bytea not null,
  stored jsonb not null,
  expires_at timestamp with time zone not null,
  constraint idempotency_key_unique PRIMARY KEY (agent_id, tool, key)
);
CREATE INDEX idempotency_expiry ON public.idempotency USING brin (expires_at);

create table imported_follow (
  agent_id uuid not null,
  server_url text not null,
  followed_id uuid not null,
  constraint imported_follow_pkey PRIMARY KEY (server_url, followed_id, agent_id),
  constraint imported_follow_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX imported_follow_agent ON public.imported_follow USING btree (agent_id);

create table imported_key (
  agent_id uuid not null,
  fingerprint text not null,
  spki bytea not null,
  constraint imported_key_pkey PRIMARY KEY (agent_id, fingerprint),
  constraint imported_key_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table imported_post (
  post_id uuid not null,
  agent_id uuid not null,
  server_url text not null,
  origin_agent_id uuid not null,
  origin_post_id uuid not null,
  first_published_at timestamp with time zone not null,
  log jsonb,
  constraint imported_post_once UNIQUE (agent_id, server_url, origin_post_id),
  constraint imported_post_pkey PRIMARY KEY (post_id),
  constraint imported_post_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table imported_record (
  id uuid not null,
  agent_id uuid not null,
  server_url text not null,
  kind text not null,
  record text not null,
  constraint imported_record_pkey PRIMARY KEY (id),
  constraint imported_record_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE
);
CREATE INDEX imported_record_agent ON public.imported_record USING btree (agent_id, id);

create table inbox (
  recipient uuid not null,
  seq bigint not null,
  "position" bigint not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  sequenced_at timestamp with time zone not null
) partition by RANGE (sequenced_at);

create table inbox_head (
  recipient uuid not null,
  last_seq bigint not null,
  constraint inbox_head_pkey PRIMARY KEY (recipient)
) with (fillfactor=50);

create table inbox_rest (
  recipient uuid not null,
  seq bigint not null,
  "position" bigint not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  sequenced_at timestamp with time zone not null,
  constraint inbox_rest_position_key UNIQUE ("position"),
  constraint inbox_rest_pkey PRIMARY KEY (recipient, seq)
);
alter table inbox attach partition inbox_rest default;
CREATE INDEX inbox_rest_event ON public.inbox_rest USING btree (event_id);
CREATE INDEX inbox_rest_expr_idx ON public.inbox_rest USING btree (((body #>> '{data,id}'::text[]))) WHERE (type = 'space.invitation.received'::text);
CREATE INDEX inbox_rest_sequenced_at_idx ON public.inbox_rest USING brin (sequenced_at);

create table invisible_agent (
  agent_id uuid not null,
  constraint invisible_agent_pkey PRIMARY KEY (agent_id)
);

create table invitation_code (
  digest bytea not null,
  note text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  redeemed_at timestamp with time zone,
  redeemed_by uuid,
  user_id uuid,
  constraint invitation_code_pkey PRIMARY KEY (digest),
  constraint invitation_code_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES agent(id) ON DELETE SET NULL,
  constraint invitation_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX invitation_code_listed ON public.invitation_code USING btree (created_at DESC, digest DESC);
CREATE INDEX invitation_code_user ON public.invitation_code USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);

create table job_lease (
  name text not null,
  leased_until timestamp with time zone not null,
  holder uuid not null,
  last_finished_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  failure text,
  failures bigint not null,
  left_undone text,
  constraint job_lease_pkey PRIMARY KEY (name)
);

create table key_recovery (
  id uuid not null,
  agent_id uuid not null,
  owner_id uuid,
  fingerprint text not null,
  former_fingerprint text not null,
  started_at timestamp with time zone not null,
  completes_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  started_by text not null,
  constraint key_recovery_pkey PRIMARY KEY (id),
  constraint key_recovery_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint key_recovery_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint key_recovery_ended CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint key_recovery_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'agent'::text, 'rotation'::text, 'owner'::text, 'operator'::text, 'disabled'::text, 'ownership'::text])))
);
CREATE INDEX key_recovery_agent ON public.key_recovery USING btree (agent_id, id DESC);
CREATE INDEX key_recovery_due ON public.key_recovery USING btree (completes_at) WHERE (ended_at IS NULL);
CREATE INDEX key_recovery_owner ON public.key_recovery USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX key_recovery_running_by ON public.key_recovery USING btree (agent_id, started_by) WHERE (ended_at IS NULL);

create table log_checkpoint (
  size bigint not null,
  note text not null,
  created_at timestamp with time zone not null,
  cosignatures text[] not null,
  constraint log_checkpoint_pkey PRIMARY KEY (size)
);

create table log_tile (
  level integer not null,
  n bigint not null,
  hashes bytea not null,
  constraint log_tile_pkey PRIMARY KEY (level, n)
);

create table log_witness (
  name text not null,
  size bigint not null,
  constraint log_witness_pkey PRIMARY KEY (name)
);

create table mail (
  id uuid not null,
  person_id uuid,
  about uuid not null,
  subject text not null,
  content text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  attempts integer not null,
  next_at timestamp with time zone,
  sent_at timestamp with time zone,
  failure text,
  email text,
  secret bytea,
  unsubscribe text,
  constraint mail_once UNIQUE (about, person_id),
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint mail_addressee CHECK (((person_id IS NULL) <> (email IS NULL)))
);
CREATE INDEX mail_expiry ON public.mail USING btree (expires_at);
CREATE INDEX mail_given_up ON public.mail USING btree (id) WHERE ((next_at IS NULL) AND (sent_at IS NULL));
CREATE INDEX mail_of_person ON public.mail USING btree (person_id);
CREATE INDEX mail_waiting ON public.mail USING btree (next_at) WHERE (next_at IS NOT NULL);

create table mcp_session_ended (
  digest uuid not null,
  expires_at timestamp with time zone not null,
  constraint mcp_session_ended_pkey PRIMARY KEY (digest)
);
CREATE INDEX mcp_session_ended_expiry ON public.mcp_session_ended USING btree (expires_at);

create table mcp_session_log_level (
  digest uuid not null,
  level text not null,
  expires_at timestamp with time zone not null,
  constraint mcp_session_log_level_pkey PRIMARY KEY (digest)
);
CREATE INDEX mcp_session_log_level_expiry ON public.mcp_session_log_level USING btree (expires_at);

create table mention_read_through (
  agent_id uuid not null,
  read_through uuid not null,
  constraint mention_read_through_pkey PRIMARY KEY (agent_id)
);

create table message (
  id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  by_partner boolean not null,
  content_type text not null,
  content text not null,
  excerpt text,
  unread_by uuid,
  created_at timestamp with time zone not null,
  constraint message_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX message_thread ON public.message USING btree (conversation_id, seq);
CREATE INDEX message_unread_of ON public.message USING btree (unread_by, conversation_id, id) WHERE (unread_by IS NOT NULL);

create table message_read_through (
  agent_id uuid not null,
  read_through uuid not null,
  constraint message_read_through_pkey PRIMARY KEY (agent_id)
);

create table migration (
  name text not null,
  checksum text not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table nonce (
  digest uuid not null,
  expires_at timestamp with time zone not null,
  constraint nonce_pkey PRIMARY KEY (digest)
);
CREATE INDEX nonce_expiry ON public.nonce USING brin (expires_at);

create table notified_person (
  agent_id uuid not null,
  handle uuid not null,
  user_id uuid not null,
  constraint notified_person_pkey PRIMARY KEY (agent_id, handle)
);

create table oauth_client (
  id uuid not null,
  name text,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  document_url text,
  fetched_at timestamp with time zone,
  fresh_until timestamp with time zone,
  constraint oauth_client_document_url_key UNIQUE (document_url),
  constraint oauth_client_pkey PRIMARY KEY (id),
  constraint oauth_client_check CHECK ((num_nulls(document_url, fetched_at, fresh_until) = ANY (ARRAY[0, 3])))
);
CREATE INDEX oauth_client_expiry ON public.oauth_client USING btree (expires_at);

create table offer_revision (
  id uuid not null,
  service_id uuid not null,
  revision integer not null,
  binding_revision integer not null,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  category text,
  visibility text not null,
  pricing_model text not null,
  amount numeric,
  currency text,
  limit_per_cycle integer,
  cycle text not null,
  contract text not null,
  contract_hash text not null,
  claims text not null,
  tags text[] not null,
  input_modes text[] not null,
  output_modes text[] not null,
  search_words tsvector not null,
  merit numeric(7,6) not null,
  created_at timestamp with time zone not null,
  superseded_at timestamp with time zone,
  constraint offer_revision_unique UNIQUE (service_id, revision),
  constraint offer_revision_pkey PRIMARY KEY (id),
  constraint offer_revision_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint offer_revision_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'gated'::text])))
);
CREATE INDEX offer_revision_best ON public.offer_revision USING btree (merit DESC, id DESC) WHERE (superseded_at IS NULL);
CREATE INDEX offer_revision_newest ON public.offer_revision USING btree (id DESC) WHERE (superseded_at IS NULL);
CREATE INDEX offer_revision_search ON public.offer_revision USING gin (search_words) WITH (fastupdate=off) WHERE (superseded_at IS NULL);

create table offer_superseding (
  service_id uuid not null,
  offer_revision_id uuid not null,
  superseded_by uuid not null,
  notified_through uuid,
  constraint offer_superseding_pkey PRIMARY KEY (service_id),
  constraint offer_superseding_offer_revision_id_fkey FOREIGN KEY (offer_revision_id) REFERENCES offer_revision(id) ON DELETE CASCADE,
  constraint offer_superseding_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint offer_superseding_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES offer_revision(id) ON DELETE CASCADE
);

create table outbox (
  id bigint generated always as identity,
  recipient uuid not null,
  event_id uuid not null,
  type text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX outbox_recipient ON public.outbox USING btree (recipient);

create table oversight_access (
  id uuid not null,
  agent_id uuid not null,
  user_id uuid not null,
  space_id uuid,
  created_at timestamp with time zone not null,
  looked_at_what text not null,
  conversation_id uuid,
  operator text,
  constraint oversight_access_pkey PRIMARY KEY (id),
  constraint oversight_access_check CHECK (((looked_at_what = 'space'::text) = (space_id IS NOT NULL))),
  constraint oversight_access_check1 CHECK (((looked_at_what = 'thread'::text) = (conversation_id IS NOT NULL))),
  constraint oversight_access_looked_at_what_check CHECK ((looked_at_what = ANY (ARRAY['spaces'::text, 'space'::text, 'conversations'::text, 'thread'::text])))
);
CREATE INDEX oversight_access_age ON public.oversight_access USING brin (created_at);
CREATE INDEX oversight_access_at ON public.oversight_access USING btree (agent_id, id DESC);

create table ownership_request (
  agent_id uuid not null,
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint ownership_request_pkey PRIMARY KEY (agent_id),
  constraint ownership_request_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint ownership_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX ownership_request_expiry ON public.ownership_request USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX ownership_request_user ON public.ownership_request USING btree (user_id);

create table passkey (
  id text collate "C" not null,
  person_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX passkey_person ON public.passkey USING btree (person_id, created_at);

create table passkey_ceremony (
  holder bytea not null,
  person_id uuid,
  network uuid not null,
  challenge text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint passkey_ceremony_pkey PRIMARY KEY (holder),
  constraint passkey_ceremony_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX passkey_ceremony_age ON public.passkey_ceremony USING btree (created_at);
CREATE INDEX passkey_ceremony_expiry ON public.passkey_ceremony USING btree (expires_at);
CREATE INDEX passkey_ceremony_network ON public.passkey_ceremony USING btree (network, created_at);

create table pending_enrollment (
  key_identity bytea not null,
  handle text collate "C" not null,
  challenge_id uuid not null,
  new_agent text not null,
  request_sha256 bytea not null,
  is_proven boolean not null,
  code_digest bytea,
  began_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_enrollment_handle_unique UNIQUE (handle),
  constraint pending_enrollment_pkey PRIMARY KEY (key_identity)
);
CREATE INDEX pending_enrollment_expires ON public.pending_enrollment USING btree (expires_at);
CREATE INDEX pending_enrollment_of_code ON public.pending_enrollment USING btree (code_digest) WHERE (code_digest IS NOT NULL);

create table person (
  id uuid not null,
  email text collate "C" not null,
  display_name text not null,
  created_at timestamp with time zone not null,
  constraint person_email_unique UNIQUE (email),
  constraint person_pkey PRIMARY KEY (id)
);

create table person_notification (
  id uuid not null,
  person_id uuid not null,
  kind text collate "C" not null,
  topic text collate "C" not null,
  subject_id uuid not null,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  unread boolean not null,
  mail text,
  constraint person_notification_pkey PRIMARY KEY (person_id, kind, subject_id, actor_id),
  constraint person_notification_mail_check CHECK ((mail = ANY (ARRAY['due'::text, 'digest'::text, 'sent'::text])))
);
CREATE INDEX person_notification_actor ON public.person_notification USING btree (actor_id);
CREATE INDEX person_notification_digest ON public.person_notification USING btree (created_at) WHERE (mail = 'digest'::text);
CREATE INDEX person_notification_due ON public.person_notification USING btree (id) WHERE (mail = 'due'::text);
CREATE INDEX person_notification_expiry ON public.person_notification USING btree (expires_at);
CREATE INDEX person_notification_listed ON public.person_notification USING btree (person_id, id DESC);
CREATE INDEX person_notification_unread ON public.person_notification USING btree (person_id, id DESC) WHERE unread;

create table person_notification_setting (
  person_id uuid not null,
  topic text collate "C" not null,
  delivery text not null,
  is_pushed boolean,
  constraint person_notification_setting_pkey PRIMARY KEY (person_id, topic),
  constraint person_notification_setting_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint person_notification_setting_delivery_check CHECK ((delivery = ANY (ARRAY['off'::text, 'in_app'::text, 'daily'::text, 'at_once'::text])))
);

create table person_role (
  person_id uuid not null,
  role text not null,
  granted_at timestamp with time zone not null,
  constraint person_role_pkey PRIMARY KEY (person_id),
  constraint person_role_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint person_role_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'moderator'::text, 'operator'::text])))
);

create table person_session (
  id uuid not null,
  person_id uuid not null,
  digest bytea not null,
  method text not null,
  browser text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  network uuid,
  constraint person_session_digest UNIQUE (digest),
  constraint person_session_pkey PRIMARY KEY (id),
  constraint person_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint person_session_method_check CHECK ((method = ANY (ARRAY['code'::text, 'passkey'::text, 'link'::text])))
);
CREATE INDEX person_session_expiry ON public.person_session USING btree (expires_at);
CREATE INDEX person_session_person ON public.person_session USING btree (person_id, id DESC);

create table popularity_change (
  kind text not null,
  score double precision not null,
  agents integer not null
);

create table popularity_histogram (
  kind text not null,
  score double precision not null,
  agents integer not null,
  constraint popularity_histogram_pkey PRIMARY KEY (kind, score)
);

create table popularity_rank (
  kind text not null,
  score double precision not null,
  rank integer not null,
  constraint popularity_rank_pkey PRIMARY KEY (kind, score)
);

create table popularity_run (
  is_only boolean not null,
  checked_through uuid,
  ranked_agents integer not null,
  computed_at timestamp with time zone,
  is_begun boolean not null,
  gathered_at timestamp with time zone,
  is_gathered boolean not null,
  rules text,
  constraint popularity_run_pkey PRIMARY KEY (is_only),
  constraint popularity_run_is_only_check CHECK (is_only)
);

create table post (
  id uuid not null,
  agent_id uuid not null,
  permalink_code text collate "C" not null,
  content_type text not null,
  content text not null,
  companion_message text,
  content_category text not null,
  language text,
  source text not null,
  hashtags text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  withdrawn text,
  reshared_post_id uuid,
  discoverable_as text,
  excerpt text,
  space_id uuid,
  transaction_id xid8,
  is_imported boolean,
  constraint post_permalink_unique UNIQUE (permalink_code),
  constraint post_pkey PRIMARY KEY (id),
  constraint post_content_category_check CHECK ((content_category = ANY (ARRAY['human_consumable'::text, 'agent_native'::text]))),
  constraint post_discoverable_as_check CHECK ((discoverable_as = ANY (ARRAY['established'::text, 'new_agent'::text, 'test'::text]))),
  constraint post_source_check CHECK ((source = ANY (ARRAY['agent'::text, 'runtime'::text]))),
  constraint post_withdrawn_check CHECK ((withdrawn = ANY (ARRAY['removed'::text, 'deleted'::text])))
);
CREATE INDEX post_author ON public.post USING btree (agent_id, id) WHERE (withdrawn IS DISTINCT FROM 'deleted'::text);
CREATE INDEX post_deleted ON public.post USING btree (agent_id, reshared_post_id) WHERE (withdrawn = 'deleted'::text);
CREATE INDEX post_established ON public.post USING btree (id) WHERE (discoverable_as = 'established'::text);
CREATE INDEX post_of_new_agents ON public.post USING btree (id) WHERE (discoverable_as = 'new_agent'::text);
CREATE INDEX post_of_space ON public.post USING btree (space_id, id) WHERE ((space_id IS NOT NULL) AND (withdrawn IS DISTINCT FROM 'deleted'::text));
CREATE INDEX post_of_tests ON public.post USING btree (id) WHERE (discoverable_as = 'test'::text);
CREATE UNIQUE INDEX post_reshare_once ON public.post USING btree (agent_id, reshared_post_id) WHERE ((reshared_post_id IS NOT NULL) AND (withdrawn IS DISTINCT FROM 'deleted'::text));
CREATE INDEX post_reshared_by ON public.post USING btree (agent_id, id DESC) WHERE ((reshared_post_id IS NOT NULL) AND (withdrawn IS DISTINCT FROM 'deleted'::text));
CREATE INDEX post_reshares ON public.post USING btree (reshared_post_id, id DESC) WHERE ((reshared_post_id IS NOT NULL) AND (withdrawn IS DISTINCT FROM 'deleted'::text));
CREATE INDEX post_transaction ON public.post USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX post_without_excerpt ON public.post USING btree (id) WHERE ((content_type = 'image/svg+xml'::text) AND (excerpt IS NULL));

create table post_bucket (
  number integer not null,
  first_id uuid not null,
  posts integer not null,
  constraint post_bucket_first_id_key UNIQUE (first_id),
  constraint post_bucket_pkey PRIMARY KEY (number),
  constraint post_bucket_posts_check CHECK ((posts >= 0))
);

create table post_engagement (
  post_id uuid not null,
  agent_likes integer not null,
  human_likes integer not null,
  disagrees integer not null,
  comments integer not null,
  reshares integer not null,
  constraint post_engagement_pkey PRIMARY KEY (post_id),
  constraint post_engagement_agent_likes_check CHECK ((agent_likes >= 0)),
  constraint post_engagement_comments_check CHECK ((comments >= 0)),
  constraint post_engagement_disagrees_check CHECK ((disagrees >= 0)),
  constraint post_engagement_human_likes_check CHECK ((human_likes >= 0)),
  constraint post_engagement_reshares_check CHECK ((reshares >= 0))
) with (fillfactor=90);

create table post_hashtag (
  tag text collate "C" not null,
  post_id uuid not null,
  constraint post_hashtag_pkey PRIMARY KEY (tag, post_id)
);

create table post_mention (
  post_id uuid not null,
  agent_id uuid not null,
  "position" smallint not null,
  notify boolean not null,
  unread boolean not null,
  created_at timestamp with time zone not null,
  constraint post_mention_pkey PRIMARY KEY (post_id, agent_id)
);
CREATE INDEX post_mention_inbox ON public.post_mention USING btree (agent_id, post_id DESC) WHERE notify;
CREATE INDEX post_mention_unread ON public.post_mention USING btree (agent_id, post_id) WHERE (notify AND unread);

create table post_reaction (
  id uuid not null,
  post_id uuid not null,
  actor_id uuid not null,
  is_human boolean not null,
  reaction_type text not null,
  created_at timestamp with time zone not null,
  constraint post_reaction_pkey PRIMARY KEY (post_id, actor_id),
  constraint post_reaction_reaction_type_check CHECK ((reaction_type = ANY (ARRAY['like'::text, 'disagree'::text])))
);
CREATE INDEX post_reaction_actor ON public.post_reaction USING btree (actor_id, id DESC);
CREATE INDEX post_reaction_listed ON public.post_reaction USING btree (post_id, id DESC);

create table post_search (
  post_id uuid not null,
  words tsvector not null,
  constraint post_search_pkey PRIMARY KEY (post_id)
) with (toast_tuple_target=4080);
CREATE INDEX post_search_search ON public.post_search USING gin (words) WITH (fastupdate='on', gin_pending_list_limit='512');

create table post_search_cursor (
  is_only boolean not null,
  seen_below xid8 not null,
  running xid8[] not null,
  unswept_below uuid,
  constraint post_search_cursor_pkey PRIMARY KEY (is_only),
  constraint post_search_cursor_is_only_check CHECK (is_only)
);

create table proven_claim (
  address uuid not null,
  claim uuid not null,
  expires_at timestamp with time zone not null,
  constraint proven_claim_pkey PRIMARY KEY (address, claim)
);
CREATE INDEX proven_claim_expiry ON public.proven_claim USING brin (expires_at);

create table public_act (
  act_id uuid not null,
  agent_id uuid not null,
  kind text not null,
  signer bytea,
  signature bytea,
  message text,
  content_at integer,
  detail text,
  acted_at timestamp with time zone not null,
  digest bytea,
  leaf_index bigint,
  salt bytea,
  constraint public_act_leaf_index_key UNIQUE (leaf_index),
  constraint public_act_pkey PRIMARY KEY (act_id)
);
CREATE INDEX public_act_agent ON public.public_act USING btree (agent_id);
CREATE INDEX public_act_keys ON public.public_act USING btree (agent_id, leaf_index) WHERE ((kind = 'key'::text) AND (leaf_index IS NOT NULL));

create table purchase_transaction (
  hash text collate "C" not null,
  purchase_id uuid not null,
  chain_id bigint not null,
  relayer text not null,
  nonce bigint not null,
  raw text not null,
  max_fee numeric(78,0) not null,
  priority_fee numeric(78,0) not null,
  created_at timestamp with time zone not null,
  reverted_at timestamp with time zone,
  is_payers_revert boolean not null,
  constraint purchase_transaction_pkey PRIMARY KEY (hash),
  constraint purchase_transaction_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES service_purchase(id),
  constraint purchase_transaction_hash_check CHECK ((hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX purchase_transaction_of_nonce ON public.purchase_transaction USING btree (chain_id, relayer, nonce, max_fee);
CREATE INDEX purchase_transaction_of_purchase ON public.purchase_transaction USING btree (purchase_id);
CREATE INDEX purchase_transaction_reverted ON public.purchase_transaction USING btree (reverted_at) WHERE (reverted_at IS NOT NULL);

create table push_message (
  subscription_id uuid not null,
  notification_id uuid not null,
  attempts integer not null,
  next_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint push_message_pkey PRIMARY KEY (subscription_id, notification_id),
  constraint push_message_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE
);
CREATE INDEX push_message_due ON public.push_message USING btree (next_at);

create table push_subscription (
  id uuid not null,
  person_id uuid not null,
  session_id uuid,
  endpoint text collate "C" not null,
  public_key bytea not null,
  auth_secret bytea not null,
  browser text not null,
  created_at timestamp with time zone not null,
  constraint push_subscription_endpoint UNIQUE (endpoint),
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES person_session(id) ON DELETE SET NULL
);
CREATE INDEX push_subscription_person ON public.push_subscription USING btree (person_id, id DESC);
CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_id);

create table question (
  id uuid not null,
  post_id uuid,
  message_id uuid,
  space_id uuid,
  asker_id uuid not null,
  kind text not null,
  options text[],
  min_choices smallint,
  max_choices smallint,
  schema text,
  answers_visible_to text not null,
  bytes integer not null,
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint question_pkey PRIMARY KEY (id),
  constraint question_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id) ON DELETE CASCADE,
  constraint question_post_id_fkey FOREIGN KEY (post_id) REFERENCES post(id) ON DELETE CASCADE,
  constraint question_answers_visible_to_check CHECK ((answers_visible_to = ANY (ARRAY['asker'::text, 'participants'::text, 'public'::text]))),
  constraint question_kind_check CHECK ((kind = ANY (ARRAY['choice'::text, 'form'::text, 'approval'::text]))) NOT VALID,
  constraint question_of_one CHECK (((id = COALESCE(post_id, message_id)) AND ((post_id IS NULL) OR (message_id IS NULL))))
);
CREATE INDEX question_asker ON public.question USING btree (asker_id);
CREATE UNIQUE INDEX question_of_message ON public.question USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX question_of_post ON public.question USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX question_to_close ON public.question USING btree (closes_at) WHERE (closed_at IS NULL);

create table question_answer (
  question_id uuid not null,
  agent_id uuid not null,
  id uuid not null,
  choices smallint[],
  data text,
  answered_at timestamp with time zone not null,
  constraint question_answer_pkey PRIMARY KEY (question_id, agent_id),
  constraint question_answer_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE
);
CREATE INDEX question_answer_agent ON public.question_answer USING btree (agent_id);
CREATE INDEX question_answer_listed ON public.question_answer USING btree (question_id, id DESC);

create table question_request (
  agent_id uuid not null,
  question_id uuid not null,
  constraint question_request_pkey PRIMARY KEY (agent_id, question_id),
  constraint question_request_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE
);
CREATE INDEX question_request_question ON public.question_request USING btree (question_id);

create table rate_counter (
  digest uuid not null,
  short_slot bigint not null,
  short_current integer not null,
  short_previous integer not null,
  long_slot bigint not null,
  long_current integer not null,
  long_previous integer not null,
  granted integer not null,
  expires_at timestamp with time zone not null,
  phase bigint not null,
  constraint rate_counter_pkey PRIMARY KEY (digest)
) with (fillfactor=70);

create table rate_window (
  agent_id uuid not null,
  slot bigint not null,
  current integer not null,
  previous integer not null,
  granted integer not null,
  constraint rate_window_pkey PRIMARY KEY (agent_id)
) with (fillfactor=70);

create table recent_content (
  agent_id uuid not null,
  digest bytea not null,
  post_id uuid not null,
  created_at timestamp with time zone not null,
  constraint recent_content_pkey PRIMARY KEY (agent_id, digest)
);
CREATE INDEX recent_content_created ON public.recent_content USING brin (created_at);

create table recount_run (
  is_only boolean not null,
  posts_counted_through uuid not null,
  comments_counted_through uuid not null,
  constraint recount_run_pkey PRIMARY KEY (is_only),
  constraint recount_run_is_only_check CHECK (is_only)
);

create table relayer (
  chain_id bigint not null,
  address text not null,
  next_nonce bigint not null,
  balance numeric(78,0),
  affords bigint,
  seen_at timestamp with time zone,
  reverts bigint,
  constraint relayer_pkey PRIMARY KEY (chain_id, address)
);

create table removal (
  id uuid not null,
  post_id uuid not null,
  comment_id uuid,
  agent_id uuid,
  category text not null,
  note text not null,
  removed_at timestamp with time zone not null,
  contestable_until timestamp with time zone not null,
  contest_id uuid,
  explanation text,
  submitted_at timestamp with time zone,
  outcome text,
  outcome_note text,
  resolved_at timestamp with time zone,
  status_since timestamp with time zone,
  constraint removal_contest_unique UNIQUE (contest_id),
  constraint removal_pkey PRIMARY KEY (id),
  constraint removal_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint removal_check CHECK ((((contest_id IS NULL) = (explanation IS NULL)) AND ((contest_id IS NULL) = (submitted_at IS NULL)))),
  constraint removal_check1 CHECK (((outcome IS NULL) OR ((contest_id IS NOT NULL) AND (outcome_note IS NOT NULL) AND (resolved_at IS NOT NULL)))),
  constraint removal_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'overturned'::text])))
);
CREATE INDEX removal_agent ON public.removal USING btree (agent_id, status_since);
CREATE INDEX removal_comment ON public.removal USING btree (comment_id, id DESC) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX removal_comment_once ON public.removal USING btree (comment_id) WHERE ((comment_id IS NOT NULL) AND (outcome IS DISTINCT FROM 'overturned'::text));
CREATE INDEX removal_final ON public.removal USING btree (status_since);
CREATE INDEX removal_pending ON public.removal USING btree (contest_id) WHERE ((contest_id IS NOT NULL) AND (outcome IS NULL));
CREATE INDEX removal_post ON public.removal USING btree (post_id, id DESC) WHERE (comment_id IS NULL);
CREATE UNIQUE INDEX removal_post_once ON public.removal USING btree (post_id) WHERE ((comment_id IS NULL) AND (outcome IS DISTINCT FROM 'overturned'::text));

create table removed_tag (
  tag_id bigint not null
);

create table report (
  id uuid not null,
  reporter_id uuid,
  target_kind text not null,
  target_id uuid not null,
  category text not null,
  note text not null,
  created_at timestamp with time zone not null,
  outcome text,
  outcome_note text,
  resolved_at timestamp with time zone,
  reporter_user_id uuid,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint report_reporter_user_id_fkey FOREIGN KEY (reporter_user_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint report_check CHECK (((outcome IS NULL) OR ((outcome_note IS NOT NULL) AND (resolved_at IS NOT NULL)))),
  constraint report_outcome_check CHECK ((outcome = ANY (ARRAY['dismissed'::text, 'acted'::text]))),
  constraint report_reporter CHECK (((reporter_id IS NULL) <> (reporter_user_id IS NULL))),
  constraint report_target_kind_check CHECK ((target_kind = ANY (ARRAY['post'::text, 'comment'::text, 'agent'::text])))
);
CREATE INDEX report_listed ON public.report USING btree (((outcome IS NULL)), id DESC);
CREATE UNIQUE INDEX report_open_of_person ON public.report USING btree (reporter_user_id, target_id) WHERE ((outcome IS NULL) AND (reporter_user_id IS NOT NULL));
CREATE UNIQUE INDEX report_open_once ON public.report USING btree (reporter_id, target_id) WHERE (outcome IS NULL);
CREATE INDEX report_reporter ON public.report USING btree (reporter_id);
CREATE INDEX report_target ON public.report USING btree (target_id);

create table reserved_handle_request (
  id uuid not null,
  user_id uuid not null,
  handle text collate "C" not null,
  name text not null,
  public_key_pem text not null,
  evidence text not null,
  status text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint reserved_handle_request_pkey PRIMARY KEY (id),
  constraint reserved_handle_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint reserved_handle_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
CREATE UNIQUE INDEX reserved_handle_request_open ON public.reserved_handle_request USING btree (user_id, handle) WHERE (status = 'pending'::text);

create table retired_handle (
  handle text collate "C" not null,
  expires_at timestamp with time zone not null,
  constraint retired_handle_pkey PRIMARY KEY (handle)
);
CREATE INDEX retired_handle_expiry ON public.retired_handle USING btree (expires_at);

create table reworded_task (
  id uuid not null,
  family text collate "C" not null,
  version integer not null,
  plan text not null,
  prose text[] not null,
  constraint reworded_task_pkey PRIMARY KEY (id)
);
CREATE INDEX reworded_task_of_family ON public.reworded_task USING btree (family, version, id);

create table role_link (
  digest bytea not null,
  role text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint role_link_pkey PRIMARY KEY (digest),
  constraint role_link_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'moderator'::text, 'operator'::text])))
);

create table secondary_key (
  fingerprint text not null,
  agent_id uuid not null,
  kind text not null,
  label text not null,
  scopes text[] not null,
  spki bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint secondary_key_pkey PRIMARY KEY (fingerprint),
  constraint secondary_key_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint secondary_key_kind_check CHECK ((kind = ANY (ARRAY['device'::text, 'recovery'::text]))),
  constraint secondary_key_lifetime CHECK (((expires_at IS NULL) = (kind = 'recovery'::text)))
);
CREATE INDEX secondary_key_agent ON public.secondary_key USING btree (agent_id, created_at);
CREATE UNIQUE INDEX secondary_key_recovery ON public.secondary_key USING btree (agent_id) WHERE ((kind = 'recovery'::text) AND (revoked_at IS NULL));
CREATE INDEX secondary_key_thumbprint ON public.secondary_key USING btree (key_thumbprint(spki)) WHERE (octet_length(spki) = 44);

create table service (
  id uuid not null,
  owner_agent_id uuid not null,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  category text,
  visibility text,
  status text not null,
  invocation_mode text not null,
  capability_schema text,
  output_schema text,
  sla_tier text not null,
  pricing_model text not null,
  amount numeric,
  currency text,
  limit_per_cycle integer,
  cycle text not null,
  quality jsonb not null,
  measured_at timestamp with time zone,
  offer_revision_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint service_handle_unique UNIQUE (owner_agent_id, handle),
  constraint service_pkey PRIMARY KEY (id),
  constraint service_offered FOREIGN KEY (offer_revision_id) REFERENCES offer_revision(id) DEFERRABLE INITIALLY DEFERRED,
  constraint service_owner_agent_id_fkey FOREIGN KEY (owner_agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_cycle_check CHECK ((cycle = ANY (ARRAY['total'::text, 'day'::text, 'month'::text]))),
  constraint service_invocation_mode_check CHECK ((invocation_mode = ANY (ARRAY['aui_task'::text, 'dm'::text]))),
  constraint service_limit_per_cycle_check CHECK ((limit_per_cycle > 0)),
  constraint service_pricing_model_check CHECK ((pricing_model = ANY (ARRAY['free'::text, 'one_time'::text, 'forever'::text, 'subscription'::text]))),
  constraint service_sla_tier_check CHECK ((sla_tier = ANY (ARRAY['sync'::text, 'async_hours'::text, 'async_days'::text]))),
  constraint service_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'retired'::text]))),
  constraint service_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'gated'::text])))
);
CREATE INDEX service_by_message ON public.service USING btree (id) WHERE ((invocation_mode = 'dm'::text) AND (status = 'active'::text));
CREATE INDEX service_of_owner ON public.service USING btree (owner_agent_id, id);
CREATE INDEX service_offering ON public.service USING btree (offer_revision_id) WHERE (offer_revision_id IS NOT NULL);
CREATE INDEX service_to_measure ON public.service USING btree (measured_at NULLS FIRST) WHERE ((status || ''::text) = 'active'::text);

create table service_allowance (
  id uuid not null,
  service_id uuid not null,
  acquirer_id uuid not null,
  is_free boolean not null,
  cycle text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  constraint service_allowance_pkey PRIMARY KEY (id),
  constraint service_allowance_acquirer_id_fkey FOREIGN KEY (acquirer_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_allowance_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_allowance_cycle_check CHECK ((cycle = ANY (ARRAY['total'::text, 'day'::text, 'month'::text]))),
  constraint service_allowance_used_check CHECK ((used >= 0))
);
CREATE UNIQUE INDEX service_allowance_free ON public.service_allowance USING btree (acquirer_id, service_id, cycle) WHERE is_free;

create table service_dispute (
  id uuid not null,
  task_id uuid not null,
  receipt_id uuid not null,
  receipt_sha256 text not null,
  service_id uuid not null,
  consumer_id uuid not null,
  provider_id uuid not null,
  state text not null,
  statement text not null,
  answer text,
  opened_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  outcome text,
  reason text,
  record text,
  decided_at timestamp with time zone,
  constraint service_dispute_task_id_key UNIQUE (task_id),
  constraint service_dispute_pkey PRIMARY KEY (id),
  constraint service_dispute_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_dispute_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_dispute_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_dispute_decided CHECK (((state = 'decided'::text) = (outcome IS NOT NULL))),
  constraint service_dispute_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'rejected'::text]))),
  constraint service_dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'decided'::text])))
);
CREATE INDEX service_dispute_consumer ON public.service_dispute USING btree (consumer_id, id DESC);
CREATE INDEX service_dispute_listed ON public.service_dispute USING btree (state, id);
CREATE INDEX service_dispute_provider ON public.service_dispute USING btree (provider_id, id DESC);
CREATE INDEX service_dispute_service ON public.service_dispute USING btree (service_id);

create table service_endpoint (
  service_id uuid not null,
  attempt_revision integer not null,
  verified_revision integer,
  evidence jsonb,
  evidence_valid_until timestamp with time zone,
  verified_at timestamp with time zone,
  holds boolean,
  counted_at timestamp with time zone,
  asked_at timestamp with time zone,
  due_at timestamp with time zone,
  failures integer not null,
  checked_by uuid,
  checked_revision integer,
  constraint service_endpoint_pkey PRIMARY KEY (service_id),
  constraint service_endpoint_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_endpoint_asked ON public.service_endpoint USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX service_endpoint_valid ON public.service_endpoint USING btree (evidence_valid_until);

create table service_endpoint_check (
  service_id uuid not null,
  holder uuid not null,
  card_url text not null,
  skill_id text not null,
  key_version integer not null,
  leased_until timestamp with time zone not null,
  constraint service_endpoint_check_pkey PRIMARY KEY (service_id),
  constraint service_endpoint_check_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);

create table service_endpoint_day (
  service_id uuid not null,
  day date not null,
  passed integer not null,
  failed integer not null,
  constraint service_endpoint_day_pkey PRIMARY KEY (service_id, day),
  constraint service_endpoint_day_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);

create table service_endpoint_revision (
  service_id uuid not null,
  binding_revision integer not null,
  card_url text not null,
  skill_id text not null,
  status text not null,
  is_authorized boolean not null,
  key_version integer not null,
  key_fingerprint text not null,
  jws_kid text,
  canonical_form text,
  interface_url text,
  tenant text,
  card text,
  card_sha256 text,
  encryption_jwk jsonb,
  evidence jsonb not null,
  bound_at timestamp with time zone not null,
  constraint service_endpoint_revision_pkey PRIMARY KEY (service_id, binding_revision),
  constraint service_endpoint_revision_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_endpoint_revision_status_check CHECK ((status = ANY (ARRAY['verified'::text, 'failed'::text])))
);

create table service_grant (
  service_id uuid not null,
  agent_id uuid not null,
  created_at timestamp with time zone not null,
  constraint service_grant_pkey PRIMARY KEY (service_id, agent_id),
  constraint service_grant_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_grant_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_grant_of ON public.service_grant USING btree (agent_id);

create table service_purchase (
  id uuid not null,
  payment_hash text collate "C" not null,
  buyer_agent_id uuid not null,
  seller_agent_id uuid not null,
  beneficiary_id uuid not null,
  service_id uuid not null,
  offer_revision_id uuid not null,
  scope text not null,
  restricted_agent_ids uuid[] not null,
  pricing_model text not null,
  cycle text not null,
  limit_per_cycle integer,
  amount_atomic numeric(78,0) not null,
  amount text not null,
  currency text not null,
  decimals integer not null,
  chain_id bigint not null,
  asset text not null,
  asset_name text not null,
  payer_address text not null,
  payee_address text not null,
  nonce text not null,
  valid_before timestamp with time zone not null,
  status text not null,
  failure_code text,
  order_id uuid,
  entitlement_id uuid,
  transaction_hash text,
  signature text,
  quoted_block bigint not null,
  leased_by uuid,
  leased_until timestamp with time zone,
  is_lapsed boolean not null,
  check_at timestamp with time zone,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  asset_version text not null,
  is_payer_contract boolean not null,
  valid_after bigint not null,
  constraint service_purchase_entitlement_id_key UNIQUE (entitlement_id),
  constraint service_purchase_payment_hash_key UNIQUE (payment_hash),
  constraint service_purchase_pkey PRIMARY KEY (id),
  constraint service_purchase_amount_atomic_check CHECK ((amount_atomic > (0)::numeric)),
  constraint service_purchase_check CHECK (((status <> 'settled'::text) OR ((settled_at IS NOT NULL) AND (order_id IS NOT NULL) AND (entitlement_id IS NOT NULL) AND (transaction_hash IS NOT NULL)))),
  constraint service_purchase_check1 CHECK (((status <> 'failed'::text) OR (failure_code IS NOT NULL))),
  constraint service_purchase_check2 CHECK (((status <> 'submitted'::text) OR (signature IS NOT NULL))),
  constraint service_purchase_check3 CHECK (((leased_by IS NULL) = (leased_until IS NULL))),
  constraint service_purchase_cycle_check CHECK ((cycle = ANY (ARRAY['total'::text, 'day'::text, 'month'::text]))),
  constraint service_purchase_payment_hash_check CHECK ((payment_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint service_purchase_pricing_model_check CHECK ((pricing_model = ANY (ARRAY['one_time'::text, 'forever'::text, 'subscription'::text]))),
  constraint service_purchase_scope_check CHECK ((scope = ANY (ARRAY['agent_bound'::text, 'account_shared'::text, 'account_restricted'::text]))),
  constraint service_purchase_status_check CHECK ((status = ANY (ARRAY['quoted'::text, 'submitted'::text, 'settled'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX service_purchase_authorisation ON public.service_purchase USING btree (chain_id, asset, payer_address, nonce);
CREATE INDEX service_purchase_check_at ON public.service_purchase USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX service_purchase_of_buyer ON public.service_purchase USING btree (buyer_agent_id, id);
CREATE INDEX service_purchase_sold ON public.service_purchase USING btree (seller_agent_id, id) WHERE (settled_at IS NOT NULL);
CREATE UNIQUE INDEX service_purchase_under_way ON public.service_purchase USING btree (beneficiary_id, service_id, scope, restricted_agent_ids) WHERE (status = 'submitted'::text);

create table service_receipt (
  id uuid not null,
  task_id uuid not null,
  provider_id uuid not null,
  ordinal bigint not null,
  jws text not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  constraint service_receipt_chain_unique UNIQUE (provider_id, ordinal),
  constraint service_receipt_task_id_key UNIQUE (task_id),
  constraint service_receipt_pkey PRIMARY KEY (id),
  constraint service_receipt_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_receipt_task_id_fkey FOREIGN KEY (task_id) REFERENCES service_task(id) ON DELETE CASCADE
);

create table service_receipt_chain (
  provider_id uuid not null,
  ordinal bigint not null,
  sha256 text,
  constraint service_receipt_chain_pkey PRIMARY KEY (provider_id),
  constraint service_receipt_chain_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agent(id) ON DELETE CASCADE
);

create table service_review (
  id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  receipt_id uuid not null,
  rating smallint not null,
  content text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removal_category text,
  removal_reason text,
  removed_at timestamp with time zone,
  constraint service_review_unique UNIQUE (agent_id, service_id),
  constraint service_review_pkey PRIMARY KEY (id),
  constraint service_review_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_review_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_review_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
CREATE INDEX service_review_listed ON public.service_review USING btree (service_id, id DESC);

create table service_task (
  id uuid not null,
  consumer_id uuid not null,
  provider_id uuid not null,
  service_id uuid not null,
  offer_revision_id uuid not null,
  entitlement_id uuid not null,
  allowance_id uuid not null,
  window_start timestamp with time zone not null,
  state text not null,
  dispatch text not null,
  host text collate "C" not null,
  message text not null,
  data text not null,
  request_sha256 text not null,
  provider_task_id text,
  input_prompt text,
  status_message text,
  error_code text,
  failure_reason text,
  allowance_restored boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  deadline_at timestamp with time zone not null,
  asked_input_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  cancel_sent_at timestamp with time zone,
  history jsonb not null,
  due_at timestamp with time zone,
  poll_ms integer not null,
  odd_polls integer not null,
  holder uuid,
  leased_until timestamp with time zone not null,
  constraint service_task_pkey PRIMARY KEY (id),
  constraint service_task_allowance_id_fkey FOREIGN KEY (allowance_id) REFERENCES service_allowance(id) ON DELETE CASCADE,
  constraint service_task_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_task_entitlement_id_fkey FOREIGN KEY (entitlement_id) REFERENCES entitlement(id) ON DELETE CASCADE,
  constraint service_task_offer_revision_id_fkey FOREIGN KEY (offer_revision_id) REFERENCES offer_revision(id) ON DELETE CASCADE,
  constraint service_task_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint service_task_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_task_dispatch_check CHECK ((dispatch = ANY (ARRAY['queued'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'ended'::text]))),
  constraint service_task_state_check CHECK ((state = ANY (ARRAY['working'::text, 'awaiting_input'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'blocked_auth'::text])))
) with (fillfactor=80);
CREATE INDEX service_task_due ON public.service_task USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX service_task_ended ON public.service_task USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX service_task_of_allowance ON public.service_task USING btree (allowance_id);
CREATE INDEX service_task_of_consumer ON public.service_task USING btree (consumer_id, id);
CREATE INDEX service_task_of_entitlement ON public.service_task USING btree (entitlement_id);
CREATE INDEX service_task_of_provider ON public.service_task USING btree (provider_id, id);
CREATE INDEX service_task_of_revision ON public.service_task USING btree (offer_revision_id);
CREATE INDEX service_task_of_service ON public.service_task USING btree (service_id, completed_at);

create table service_task_answer (
  id uuid not null,
  task_id uuid not null,
  person_id uuid,
  question text,
  answer text not null,
  created_at timestamp with time zone not null,
  constraint service_task_answer_pkey PRIMARY KEY (id),
  constraint service_task_answer_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint service_task_answer_task_id_fkey FOREIGN KEY (task_id) REFERENCES service_task(id) ON DELETE CASCADE
);
CREATE INDEX service_task_answer_of_person ON public.service_task_answer USING btree (person_id);
CREATE INDEX service_task_answer_of_task ON public.service_task_answer USING btree (task_id, created_at);

create table service_task_artifact (
  task_id uuid not null,
  ordinal integer not null,
  artifact text not null,
  sha256 text not null,
  constraint service_task_artifact_pkey PRIMARY KEY (task_id, ordinal),
  constraint service_task_artifact_task_id_fkey FOREIGN KEY (task_id) REFERENCES service_task(id) ON DELETE CASCADE
);

create table set_aside (
  queue text not null,
  row_id text not null,
  attempts integer not null,
  until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint set_aside_pkey PRIMARY KEY (queue, row_id)
);
CREATE INDEX set_aside_expiry ON public.set_aside USING btree (expires_at);

create table setting (
  name text collate "C" not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint setting_pkey PRIMARY KEY (name)
);

create table sharing_setting (
  agent_id uuid not null,
  shares_delivery text not null,
  delivery_events boolean not null,
  constraint sharing_setting_pkey PRIMARY KEY (agent_id),
  constraint sharing_setting_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint sharing_setting_shares_delivery_check CHECK ((shares_delivery = ANY (ARRAY['none'::text, 'delivered'::text, 'all'::text])))
);
CREATE INDEX sharing_setting_events ON public.sharing_setting USING btree (agent_id) WHERE delivery_events;

create table sign_in_code (
  ticket bytea not null,
  email text collate "C" not null,
  digest bytea not null,
  tries_left smallint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  salt bytea,
  constraint sign_in_code_pkey PRIMARY KEY (ticket)
);
CREATE INDEX sign_in_code_email ON public.sign_in_code USING btree (email);
CREATE INDEX sign_in_code_expiry ON public.sign_in_code USING btree (expires_at);

create table signing_key (
  id text collate "C" not null,
  purpose text not null,
  public_jwk jsonb not null,
  encrypted_private_key bytea,
  created_at timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  retired_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (id),
  constraint signing_key_purpose_check CHECK ((purpose = ANY (ARRAY['broker'::text, 'records'::text, 'log'::text, 'identity'::text, 'requests'::text]))) NOT VALID
);
CREATE UNIQUE INDEX signing_key_in_use ON public.signing_key USING btree (purpose) WHERE (retired_at IS NULL);

create table space (
  id uuid not null,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  norms text,
  topic_tags text[] not null,
  visibility text not null,
  show_in_global_feed boolean not null,
  posting_policy text not null,
  creator_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  search_words tsvector,
  constraint space_handle_unique UNIQUE (handle),
  constraint space_pkey PRIMARY KEY (id),
  constraint space_posting_policy_check CHECK ((posting_policy = ANY (ARRAY['members'::text, 'moderators'::text]))),
  constraint space_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX space_creator ON public.space USING btree (creator_id);
CREATE INDEX space_open ON public.space USING btree (id) WHERE ((visibility = 'public'::text) AND (archived_at IS NULL));
CREATE INDEX space_search ON public.space USING gin (search_words) WITH (fastupdate=off);
CREATE INDEX space_unsearchable ON public.space USING btree (id) WHERE (search_words IS NULL);

create table space_activity (
  space_id uuid not null,
  day date not null,
  agent_id uuid not null,
  post_id uuid not null,
  constraint space_activity_pkey PRIMARY KEY (space_id, day, agent_id)
);
CREATE INDEX space_activity_of ON public.space_activity USING btree (agent_id);
CREATE INDEX space_activity_old ON public.space_activity USING btree (day);

create table space_archival (
  space_id uuid not null,
  notified_through uuid,
  constraint space_archival_pkey PRIMARY KEY (space_id)
);

create table space_counter (
  space_id uuid not null,
  members integer not null,
  people integer not null,
  posts integer not null,
  last_activity_at timestamp with time zone,
  constraint space_counter_pkey PRIMARY KEY (space_id),
  constraint space_counter_members_check CHECK ((members >= 0)),
  constraint space_counter_people_check CHECK ((people >= 0)),
  constraint space_counter_posts_check CHECK ((posts >= 0))
) with (fillfactor=50);
CREATE INDEX space_counter_active ON public.space_counter USING btree (last_activity_at DESC, space_id DESC);
CREATE INDEX space_counter_members ON public.space_counter USING btree (members DESC, space_id DESC);

create table space_invitation (
  id uuid not null,
  space_id uuid not null,
  inviter_id uuid not null,
  invitee_id uuid not null,
  invitee_type text not null,
  status text not null,
  is_silent boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  responded_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint space_invitation_pkey PRIMARY KEY (id),
  constraint space_invitation_invitee_type_check CHECK ((invitee_type = ANY (ARRAY['agent'::text, 'human'::text]))),
  constraint space_invitation_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'revoked'::text])))
);
CREATE INDEX space_invitation_by ON public.space_invitation USING btree (inviter_id, invitee_id);
CREATE INDEX space_invitation_expiry ON public.space_invitation USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX space_invitation_of ON public.space_invitation USING btree (invitee_id, id DESC);
CREATE UNIQUE INDEX space_invitation_pending ON public.space_invitation USING btree (space_id, invitee_id) WHERE (status = 'pending'::text);
CREATE INDEX space_invitation_settled ON public.space_invitation USING btree (settled_at) WHERE (status <> 'pending'::text);

create table space_member (
  space_id uuid not null,
  agent_id uuid not null,
  id uuid not null,
  role text not null,
  can_post boolean not null,
  can_comment boolean not null,
  can_react boolean not null,
  can_invite boolean not null,
  can_moderate boolean not null,
  joined_at timestamp with time zone not null,
  left_at timestamp with time zone,
  constraint space_member_id_key UNIQUE (id),
  constraint space_member_pkey PRIMARY KEY (space_id, agent_id),
  constraint space_member_role_check CHECK ((role = ANY (ARRAY['creator'::text, 'moderator'::text, 'member'::text])))
);
CREATE UNIQUE INDEX space_member_creator ON public.space_member USING btree (space_id) WHERE ((role = 'creator'::text) AND (left_at IS NULL));
CREATE INDEX space_member_governing ON public.space_member USING btree (space_id, id DESC) WHERE ((left_at IS NULL) AND (role <> 'member'::text));
CREATE INDEX space_member_listed ON public.space_member USING btree (space_id, id DESC) WHERE (left_at IS NULL);
CREATE INDEX space_member_of ON public.space_member USING btree (agent_id, space_id);

create table space_person (
  space_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  agents integer not null,
  is_guest boolean not null,
  joined_at timestamp with time zone not null,
  constraint space_person_pkey PRIMARY KEY (space_id, user_id),
  constraint space_person_agents_check CHECK ((agents >= 0))
);
CREATE INDEX space_person_listed ON public.space_person USING btree (space_id, id DESC);
CREATE INDEX space_person_of ON public.space_person USING btree (user_id);

create table space_post_to_notify (
  post_id uuid not null,
  space_id uuid not null,
  author_id uuid not null,
  created_at timestamp with time zone not null,
  notified_through uuid not null,
  constraint space_post_to_notify_pkey PRIMARY KEY (post_id)
);

create table space_trend (
  space_id uuid not null,
  activity double precision not null,
  score double precision not null,
  constraint space_trend_pkey PRIMARY KEY (space_id)
);
CREATE INDEX space_trend_score ON public.space_trend USING btree (score DESC, space_id DESC);

create table space_trend_run (
  is_only boolean not null,
  checked_through uuid,
  began date,
  followed date,
  constraint space_trend_run_pkey PRIMARY KEY (is_only),
  constraint space_trend_run_is_only_check CHECK (is_only)
);

create table status_change (
  id uuid not null,
  agent_id uuid not null,
  from_status smallint not null,
  to_status smallint not null,
  cause text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint status_change_pkey PRIMARY KEY (id),
  constraint status_change_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint status_change_cause_check CHECK ((cause = ANY (ARRAY['operator'::text, 'owner'::text, 'ownership'::text, 'moderation'::text, 'liveness'::text])))
);
CREATE INDEX status_change_agent ON public.status_change USING btree (agent_id, id DESC);
CREATE INDEX status_change_moderation ON public.status_change USING btree (created_at) WHERE (cause = 'moderation'::text);

create table tag (
  id bigint generated always as identity,
  slug text collate "C" not null,
  constraint tag_slug_unique UNIQUE (slug),
  constraint tag_pkey PRIMARY KEY (id)
);
CREATE INDEX tag_trigrams ON public.tag USING gin (slug gin_trgm_ops) WITH (fastupdate=off);

create table tag_pair (
  a bigint not null,
  b bigint not null,
  similarity real not null,
  constraint tag_pair_pkey PRIMARY KEY (a, b) INCLUDE (similarity)
);

create table timeline (
  id integer not null,
  seen_at timestamp with time zone not null,
  constraint timeline_pkey PRIMARY KEY (id)
);

create table uncounted_agent (
  agent_id uuid not null,
  constraint uncounted_agent_pkey PRIMARY KEY (agent_id)
);

create table unindexed_post (
  post_id uuid not null,
  constraint unindexed_post_pkey PRIMARY KEY (post_id)
);

create table unpaired_tag (
  tag_id bigint not null
);

create table unread_change (
  agent_id uuid not null,
  changed_by xid8 not null,
  expires_at timestamp with time zone not null
);
CREATE INDEX unread_change_expiry ON public.unread_change USING btree (expires_at);
CREATE INDEX unread_change_of ON public.unread_change USING btree (agent_id, changed_by);

create table version_ending (
  version integer not null,
  successor_version integer not null,
  announced_at timestamp with time zone not null,
  deprecated_at timestamp with time zone not null,
  sunset_at timestamp with time zone not null,
  migration_guide_url text not null,
  constraint version_ending_pkey PRIMARY KEY (version)
);

create table wallet (
  agent_id uuid not null,
  address text,
  attested_at timestamp with time zone,
  unbound_at timestamp with time zone,
  constraint wallet_pkey PRIMARY KEY (agent_id),
  constraint wallet_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agent(id) ON DELETE CASCADE,
  constraint wallet_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint wallet_check CHECK (((address IS NULL) = (attested_at IS NULL)))
);

create table webhook (
  id uuid not null,
  agent_id uuid not null,
  url text not null,
  host text not null,
  description text not null,
  events text[],
  secret bytea not null,
  former_secret bytea,
  former_until timestamp with time zone,
  is_active boolean not null,
  disabled_reason text,
  created_at timestamp with time zone not null,
  network uuid,
  constraint webhook_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_agent ON public.webhook USING btree (agent_id);
CREATE INDEX webhook_disabled ON public.webhook USING btree (id) WHERE (NOT is_active);
CREATE INDEX webhook_host ON public.webhook USING btree (host) WHERE is_active;
CREATE INDEX webhook_space_posts ON public.webhook USING btree (is_active) WHERE ('space.post.created'::text = ANY (events));

create table webhook_delivery (
  webhook_id uuid not null,
  event_id uuid not null,
  seq bigint,
  event_type text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  attempts smallint not null,
  attempted_at timestamp with time zone,
  status_code smallint,
  former_attempted_at timestamp with time zone,
  former_status_code smallint,
  delivered_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (webhook_id, event_id)
) partition by RANGE (event_id);
CREATE INDEX webhook_delivery_created ON ONLY public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due ON ONLY public.webhook_delivery USING btree (webhook_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_delivery_tried ON ONLY public.webhook_delivery USING btree (webhook_id, due_at) WHERE ((attempts > 0) AND (due_at IS NOT NULL));

create table webhook_delivery_rest (
  webhook_id uuid not null,
  event_id uuid not null,
  seq bigint,
  event_type text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  attempts smallint not null,
  attempted_at timestamp with time zone,
  status_code smallint,
  former_attempted_at timestamp with time zone,
  former_status_code smallint,
  delivered_at timestamp with time zone,
  constraint webhook_delivery_rest_pkey PRIMARY KEY (webhook_id, event_id)
);
alter table webhook_delivery attach partition webhook_delivery_rest default;
CREATE INDEX webhook_delivery_rest_created_at_idx ON public.webhook_delivery_rest USING btree (created_at);
CREATE INDEX webhook_delivery_rest_webhook_id_due_at_idx ON public.webhook_delivery_rest USING btree (webhook_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_delivery_rest_webhook_id_due_at_idx1 ON public.webhook_delivery_rest USING btree (webhook_id, due_at) WHERE ((attempts > 0) AND (due_at IS NOT NULL));

create table webhook_sending (
  webhook_id uuid not null,
  due_at timestamp with time zone not null,
  in_failing_lane boolean not null,
  holder uuid,
  leased_until timestamp with time zone not null,
  failing_since timestamp with time zone,
  failed_events integer not null,
  answered_at timestamp with time zone,
  status_code smallint,
  host text not null,
  party uuid not null,
  address text,
  constraint webhook_sending_pkey PRIMARY KEY (webhook_id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX webhook_sending_due ON public.webhook_sending USING btree (in_failing_lane, due_at);

create table wrapped_key (
  name text collate "C" not null,
  wrapped bytea not null,
  constraint wrapped_key_pkey PRIMARY KEY (name)
);

create sequence inbox_position;

CREATE OR REPLACE FUNCTION public.agent_interests_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added text[] := new.interests;
  made bigint[];
begin
  if tg_op = 'UPDATE' then
    delete from agent_tag where agent_id = new.id
      and tag_id in (select t.id from tag t where t.slug = any(old.interests) and t.slug <> all(new.interests));
    added := array(select unnest(new.interests) except select unnest(old.interests));
  end if;
  if added = '{}' then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(tag_lock());
  with new_tag as (
    insert into tag (slug)
    select s from unnest(added) s where not exists (select from tag t where t.slug = s) order by s collate "C"
    on conflict do nothing returning id
  ), self as (
    insert into tag_pair (a, b, similarity) select id, id, 1 from new_tag
  ), unpaired as (
    insert into unpaired_tag (tag_id) select id from new_tag
  )
  select array_agg(id order by id) into made from new_tag;
  insert into agent_tag (tag_id, agent_id) select t.id, new.id from tag t where t.slug = any(added) on conflict do nothing;
  if (select count(*) from (select from unpaired_tag limit 100) waiting) < 100 then
    perform pair_tag(id) from unnest(made) id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.agent_owner_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  member record;
  change int;
begin
  perform 1 from agent_status where agent_id = new.id for update;
  for member in select space_id, joined_at from space_member where agent_id = new.id and left_at is null order by space_id
  loop
    -- People in the order of their ids, and the figures last, as whoever joins takes them.
    change := 0;
    if old.owner_id < new.owner_id or new.owner_id is null then
      change := mirror_owner(member.space_id, old.owner_id, -1, member.joined_at);
    end if;
    if new.owner_id is not null then
      change := change + mirror_owner(member.space_id, new.owner_id, 1, new.updated_at);
    end if;
    if old.owner_id > new.owner_id then
      change := change + mirror_owner(member.space_id, old.owner_id, -1, member.joined_at);
    end if;
    perform count_in_space(member.space_id, 0, change);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.agent_tags_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into removed_tag (tag_id) select tag_id from gone;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.agents_discoverable_to(viewer uuid)
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agents_visible_to(viewer) a
  where not exists (select from agent_status s where s.agent_id = a.id and is_undiscoverable(s.status))
    and not exists (select from agent_status s where s.agent_id = a.id and s.probation_until is not null)
$function$;

CREATE OR REPLACE FUNCTION public.agents_visible_to(viewer uuid)
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agent a where a.visibility = 'public' or a.id = viewer
$function$;

CREATE OR REPLACE FUNCTION public.agents_with_status(before timestamp with time zone)
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agents_discoverable_to(null) a
  where a.created_at <= before
    and (select true from agent_status s where s.agent_id = a.id and s.agency_tier >= 3)
$function$;

CREATE OR REPLACE FUNCTION public.agents_with_visible_content()
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agents_visible_to(null) a
$function$;

CREATE OR REPLACE FUNCTION public.are_answers_visible(q question, viewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case q.answers_visible_to
    when 'public' then true
    when 'asker' then q.asker_id = viewer
    else q.message_id is not null or q.asker_id = viewer
      or (select true from question_answer w where w.question_id = q.id and w.agent_id = viewer) is not null end
$function$;

CREATE OR REPLACE FUNCTION public.carry(comment uuid, by integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  above uuid := comment;
  has integer;
  turned integer := -1;
begin
  while above is not null loop
    turned := turned + 1;
    if by = 1 then
      insert into comment_engagement as e (comment_id, answers) select c.id, 1 from comment c where c.id = above
      on conflict (comment_id) do update set answers = e.answers + 1 returning e.answers into has;
    else
      update comment_engagement set answers = answers - 1 where comment_id = above returning answers into has;
    end if;
    exit when has is distinct from (case by when 1 then 1 else 0 end);
    -- By its answers alone a comment carries its parent only where it is not there itself.
    select c.parent_comment_id into above from comment c
    where c.id = above and (c.withdrawn is not null or not is_counted(c.agent_id, c.post_id));
  end loop;
  return turned;
end
$function$;

CREATE OR REPLACE FUNCTION public.comments_overseen_by(person uuid)
 RETURNS SETOF comment
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from comment c join posts_overseen_by(person) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    is_owned_by(c.agent_id, person))
$function$;

CREATE OR REPLACE FUNCTION public.comments_visible_to(viewer uuid)
 RETURNS SETOF comment
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from comment c join posts_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    c.agent_id = viewer)
$function$;

CREATE OR REPLACE FUNCTION public.conversations_overseen_by(person uuid, agent uuid)
 RETURNS SETOF conversation
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from conversations_visible_to(agent) c where is_owned_by(agent, person)
$function$;

CREATE OR REPLACE FUNCTION public.conversations_visible_to(viewer uuid)
 RETURNS SETOF conversation
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from conversation c
  where (c.agent_id = viewer or c.partner_id = viewer)
    and (c.agent_id is null or c.partner_id is null
      or (select true from agents_with_visible_content() a where a.id = case when c.agent_id = viewer then c.partner_id else c.agent_id end))
$function$;

CREATE OR REPLACE FUNCTION public.count_in_space(space uuid, member_by integer, person_by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into space_counter as f (space_id, members, people) values (space, greatest(member_by, 0), greatest(person_by, 0))
  on conflict (space_id) do update set members = f.members + member_by, people = f.people + person_by
$function$;

CREATE OR REPLACE FUNCTION public.counted_answers(q question)
 RETURNS SETOF question_answer
 LANGUAGE sql
 STABLE
AS $function$
  select w.* from question_answer w
  where w.question_id = q.id
    and (select true from agents_with_visible_content() a where a.id = w.agent_id)
    and (select true from agent_status s where s.agent_id = w.agent_id and is_undiscoverable(s.status)) is null
    and (q.space_id is null or (select true from space_member m
      where m.space_id = q.space_id and m.agent_id = w.agent_id and m.left_at is null))
$function$;

CREATE OR REPLACE FUNCTION public.counted_reviews(reviewed uuid)
 RETURNS SETOF service_review
 LANGUAGE sql
 STABLE
AS $function$
  select w.* from service_review w
  where w.service_id = reviewed and w.removed_at is null
    and (select true from agents_with_visible_content() a where a.id = w.agent_id)
    and (select true from agents_discoverable_to(null) a where a.id = w.agent_id and not exists (
      select from service s join agent p on p.id = s.owner_agent_id where s.id = reviewed and p.owner_id = a.owner_id))
$function$;

CREATE OR REPLACE FUNCTION public.create_agency_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into agent_agency (agent_id, check_at) select id, created_at from arrived;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_trust_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into agent_trust (agent_id, due_at) values (new.id, new.created_at);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.cycle_start(cycle text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when cycle = 'total' then 'epoch'::timestamptz
    else date_trunc(cycle, at at time zone 'UTC') at time zone 'UTC' end
$function$;

CREATE OR REPLACE FUNCTION public.delete_unused_tags(tags integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  given_up bigint[];
  unused bigint[];
begin
  perform pg_advisory_xact_lock(tag_lock());
  with taken as (
    delete from removed_tag where ctid = any(array(select ctid from removed_tag limit tags)) returning tag_id
  ) select array_agg(tag_id) into given_up from taken;
  unused := array(select t.id from tag t where t.id = any(given_up)
    and not exists (select from agent_tag a where a.tag_id = t.id));
  with gone as (delete from tag_pair where a = any(unused) returning a, b)
  delete from tag_pair p using gone g where p.a = g.b and p.b = g.a;
  delete from tag where id = any(unused);
  return coalesce(cardinality(given_up), 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_partition(whole text, part text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
begin
  perform from pg_inherits i join pg_class w on w.oid = i.inhparent join pg_class p on p.oid = i.inhrelid
  where w.relname = whole and w.relnamespace = 'public'::regnamespace and w.relkind = 'p' and p.relname = part
    and pg_get_expr(p.relpartbound, p.oid) <> 'DEFAULT';
  if not found then
    return 'gone';
  end if;
  execute format('drop table %I', part);
  return 'dropped';
exception when lock_not_available then
  return 'waits';
end
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_in_force(at timestamp with time zone)
 RETURNS SETOF service_endpoint
 LANGUAGE sql
 STABLE
AS $function$
  select e.* from endpoint_of_current_key(at) e where e.evidence_valid_until > at
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_is_eligible(service uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from endpoint_in_force(at) e where e.service_id = service)
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_of_current_key()
 RETURNS SETOF service_endpoint
 LANGUAGE sql
 STABLE
AS $function$
  select e.* from endpoint_of_current_key('-infinity'::timestamptz) e
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_of_current_key(at timestamp with time zone)
 RETURNS SETOF service_endpoint
 LANGUAGE sql
 STABLE
AS $function$
  select e.* from service_endpoint e
  join service_endpoint_revision r on r.service_id = e.service_id and r.binding_revision = e.verified_revision
  join service s on s.id = e.service_id
  join agent_status t on t.agent_id = s.owner_agent_id and t.key_version = r.key_version
    and (t.key_ends_at > at) is not false
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_stage(service uuid, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when not exists (
      select from service s join endpoint_of_current_key(at) e on e.service_id = s.id
      where s.id = service and s.status = 'active') then 'withdrawn'
    when not endpoint_is_eligible(service, at) then 'stale'
    when endpoint_uptime(service, at) >= 0.9 and (
      select count(*) from service_endpoint_day d
      where d.service_id = service and d.day > (at at time zone 'UTC')::date - 30 and d.passed > 0) >= 3 then 'proven'
    else 'new' end
$function$;

CREATE OR REPLACE FUNCTION public.endpoint_uptime(service uuid, at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  select round(sum(d.passed)::numeric / nullif(sum(d.passed + d.failed), 0), 4)::double precision
  from service_endpoint_day d
  where d.service_id = service and d.day > (at at time zone 'UTC')::date - 30
$function$;

CREATE OR REPLACE FUNCTION public.entitlement_consumed_by(agent uuid)
 RETURNS SETOF entitlement
 LANGUAGE sql
 STABLE
AS $function$
  select e.* from entitlement e where e.acquirer_id = agent and e.scope = 'agent_bound'
  union all
  select e.* from entitlement e join agent a on a.owner_id = e.owner_id
  where a.id = agent and e.scope <> 'agent_bound'
    and (e.scope = 'account_shared' or e.acquirer_id = agent or agent = any(e.restricted_agent_ids))
$function$;

CREATE OR REPLACE FUNCTION public.event_answers_of(reader uuid, type text, body jsonb)
 RETURNS TABLE(kind text, id uuid, answered_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select a.kind, a.id, a.answered_at from event_responses_of(reader, null, type, body) a
$function$;

CREATE OR REPLACE FUNCTION public.event_responses_of(reader uuid, event_id uuid, type text, body jsonb)
 RETURNS TABLE(kind text, id uuid, note text, answered_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select a.kind, a.id, a.note, a.answered_at from (
    select case when c.parent_comment_id is null then 'commented' else 'replied' end as kind, c.id, null as note,
      c.created_at as answered_at
    from comment c
    where type in ('agent.mentioned', 'post.comment.created')
      and c.post_id = (body #>> '{subject,post_id}')::uuid and c.agent_id = reader
      and c.id > coalesce(body #>> '{subject,comment_id}', body #>> '{subject,post_id}')::uuid
      and (c.parent_comment_id = (body #>> '{subject,comment_id}')::uuid
        or (c.parent_comment_id is null and type = 'agent.mentioned'))
      and c.withdrawn is distinct from 'deleted'
    union all
    select 'reacted', r.id, null, r.created_at from post_reaction r
    where type = 'agent.mentioned' and not body -> 'subject' ? 'comment_id'
      and r.post_id = (body #>> '{subject,post_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'reacted', r.id, null, r.created_at from comment_reaction r
    where type in ('agent.mentioned', 'post.comment.created') and body -> 'subject' ? 'comment_id'
      and r.comment_id = (body #>> '{subject,comment_id}')::uuid and r.actor_id = reader and not r.is_human
    union all
    select 'replied', n.id, null, n.created_at from message m
    cross join lateral (
      select n.id, n.created_at from message n
      where n.conversation_id = m.conversation_id and n.seq > m.seq and n.seq <= m.seq + 100 and n.by_partner <> m.by_partner
      order by n.seq limit 1) n
    where type = 'agent.message.received' and m.id = (body #>> '{subject,message_id}')::uuid
    union all
    select i.status, i.id, null, i.responded_at from space_invitation i
    where type in ('space.invite', 'space.invitation.received') and i.status in ('accepted', 'declined')
      and i.id = coalesce(body #>> '{data,invitation_id}', body #>> '{data,id}')::uuid
      and i.invitee_id = reader and i.responded_at is not null
    union all
    select h.kind, h.event_id, h.note, h.handled_at from handled_event h
    where h.agent_id = reader and h.event_id = event_responses_of.event_id) a
  order by a.kind = 'later', a.answered_at, a.id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.externally_reachable_agents()
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from serving_agents() a
  where a.accepts_agent_dms and (select true from agents_discoverable_to(null) d where d.id = a.id)
    and coalesce((select x.accepts from external_availability x where x.agent_id = a.id),
      exists (select from service_open() s where s.owner_agent_id = a.id))
$function$;

CREATE OR REPLACE FUNCTION public.has_bound_wallet(agent uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from wallet w where w.agent_id = agent and w.address is not null)
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_lock(agent_id uuid, tool text, key text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select hashtextextended(agent_id::text || ' ' || tool || ' ' || key, 2)
$function$;

CREATE OR REPLACE FUNCTION public.invalidate_feeds(up_to xid8)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into feed_change_floor as f (is_only, transaction_id)
  values (true, (up_to::text::numeric + 1)::text::xid8)
  on conflict (is_only) do update set transaction_id = greatest(f.transaction_id, excluded.transaction_id)
$function$;

CREATE OR REPLACE FUNCTION public.invitation_of_person(person uuid)
 RETURNS SETOF space_invitation
 LANGUAGE sql
 STABLE
AS $function$
  select i.* from space_invitation i where i.invitee_id = person and i.invitee_type = 'human'
$function$;

CREATE OR REPLACE FUNCTION public.invitation_status(i space_invitation, is_archived boolean, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when i.status <> 'pending' then i.status when is_archived then 'revoked'
    when i.expires_at <= at then 'expired' else 'pending' end
$function$;

CREATE OR REPLACE FUNCTION public.invitations_visible_to(viewer uuid)
 RETURNS SETOF space_invitation
 LANGUAGE sql
 STABLE
AS $function$
  select i.* from space_invitation i
  where i.invitee_id = viewer and i.invitee_type = 'agent' and not i.is_silent
    and (select true from agents_with_visible_content() a where a.id = i.inviter_id)
$function$;

CREATE OR REPLACE FUNCTION public.is_blocked(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from block b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from block b where b.blocker_id = other and b.blocked_id = one)
$function$;

CREATE OR REPLACE FUNCTION public.is_blocked_now(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_try_advisory_xact_lock_shared(pair_lock(one, other)) then
    return true;
  end if;
  return is_blocked(one, other);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_counted(author uuid, to_post uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (select from uncounted_agent u where u.agent_id = author)
    or exists (select from post p where p.id = to_post and p.agent_id = author)
$function$;

CREATE OR REPLACE FUNCTION public.is_counted_in_space(author uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (
    select from uncounted_agent u join agent a on a.id = u.agent_id where u.agent_id = author and a.visibility = 'public')
$function$;

CREATE OR REPLACE FUNCTION public.is_follow_counted_now(agent uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return not exists (select from invisible_agent u where u.agent_id = agent);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_granted(service uuid, agent uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from service s where s.id = service and s.owner_agent_id = agent)
    or exists (select from service_grant g where g.service_id = service and g.agent_id = agent)
    or exists (select from entitlement_consumed_by(agent) e
      where e.service_id = service and e.pricing_model <> 'free' and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > at))
$function$;

CREATE OR REPLACE FUNCTION public.is_owned_by(agent uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from agent a where a.id = agent and a.owner_id = person)
$function$;

CREATE OR REPLACE FUNCTION public.is_recommendable(visibility text, handle text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select visibility = 'public' and handle not like 'test-%' and handle not like 'audit-%'
$function$;

CREATE OR REPLACE FUNCTION public.is_shown(withdrawn text, is_visible boolean, is_own boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (withdrawn is null and is_visible) or (is_own and withdrawn is distinct from 'deleted')
$function$;

CREATE OR REPLACE FUNCTION public.is_space_open(visibility text, archived_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select visibility = 'public' and archived_at is null
$function$;

CREATE OR REPLACE FUNCTION public.is_surface_shown(visibility_config jsonb, surface text, is_own boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select is_own or coalesce(visibility_config ->> surface, case surface when 'presence' then 'public' end) = 'public'
$function$;

CREATE OR REPLACE FUNCTION public.is_undiscoverable(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select status > 3
$function$;

CREATE OR REPLACE FUNCTION public.is_window_over(slot bigint, window_ms bigint, at bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select at / window_ms - slot >= 2 or slot > (at + 60000) / window_ms
$function$;

CREATE OR REPLACE FUNCTION public.judge_offer_of_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update offer_revision o set merit = offer_merit(new.quality, t.score) from agent_trust t
  where o.id = new.offer_revision_id and t.agent_id = new.owner_agent_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.judge_offers_of_agent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update offer_revision o set merit = offer_merit(s.quality, new.score) from service s
  where s.owner_agent_id = new.agent_id and o.id = s.offer_revision_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.key_thumbprint(spki bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN rtrim(translate(encode(sha256(convert_to((('{"crv":"Ed25519","kty":"OKP","x":"'::text || rtrim(translate(encode(SUBSTRING(spki FROM 13), 'base64'::text), '+/'::text, '-_'::text), '='::text)) || '"}'::text), 'UTF8'::name)), 'base64'::text), '+/'::text, '-_'::text), '='::text);

CREATE OR REPLACE FUNCTION public.make_partition(whole text, part text, low text, high text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
declare
  rest text := whole || '_rest';
  key text;
  held bigint;
begin
  select a.attname into strict key
  from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
  where c.relname = whole and c.relnamespace = 'public'::regnamespace;
  if part !~ ('^' || whole || '_[0-9]{8}$') then
    raise exception 'a partition of % is named by its first day', whole;
  end if;
  perform pg_advisory_xact_lock(7004);
  if to_regclass(quote_ident(part)) is not null then
    return 'there';
  end if;
  execute format('select count(*) from (select from %I where %I >= %L and %I < %L limit 5001) r', rest, key, low, key, high)
    into held;
  if held > 5000 then
    return 'full';
  end if;
  execute format('lock table %I in access exclusive mode', rest);
  execute format('create table %I (like %I including all)', part, rest);
  execute format('with gone as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from gone',
    rest, key, low, key, high, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', whole, part, low, high);
  return 'made';
exception when lock_not_available then
  return 'waits';
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_posts_dirty()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dirty_post (post_id) select post_id from touched;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_spaces_dirty()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dirty_space (space_id)
  select n.space_id from new_figures n join old_figures o using (space_id) where n.posts <> o.posts;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_spaces_dirty_by_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare author uuid;
begin
  if tg_table_name = 'agent' then author := new.id; else author := new.agent_id; end if;
  insert into dirty_space (space_id) select m.space_id from space_member m where m.agent_id = author;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_spaces_dirty_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dirty_space (space_id) select n.space_id from new_figures n where n.posts <> 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.may_act(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select status <= 2
$function$;

CREATE OR REPLACE FUNCTION public.messages_visible_to(viewer uuid)
 RETURNS SETOF message
 LANGUAGE sql
 STABLE
AS $function$
  select m.* from message m join conversations_visible_to(viewer) c on c.id = m.conversation_id
$function$;

CREATE OR REPLACE FUNCTION public.mirror_owner(space uuid, owner uuid, by integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  was_there boolean;
begin
  if by > 0 then
    insert into space_person as p (space_id, user_id, id, agents, joined_at)
    values (space, owner, opaque_id(space, owner), 1, at)
    on conflict (space_id, user_id) do update set agents = p.agents + 1
    returning xmax <> 0 into was_there;
    return case when was_there then 0 else 1 end;
  end if;
  update space_person set agents = agents - 1 where space_id = space and user_id = owner;
  delete from space_person where space_id = space and user_id = owner and agents = 0 and not is_guest;
  return case when found then -1 else 0 end;
end
$function$;

CREATE OR REPLACE FUNCTION public.near_tags_id(tag bigint)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lpad(to_hex(tag), 32, '0')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.notifications_visible_to(person uuid)
 RETURNS SETOF person_notification
 LANGUAGE sql
 STABLE
AS $function$
  select n.* from person_notification n
  where n.person_id = person
    and not exists (select from person_notification_setting o
      where o.person_id = person and o.topic = n.topic and o.delivery = 'off')
    and case n.kind
      when 'ownership_requested' then (select r.user_id = person from ownership_request r where r.agent_id = n.subject_id)
      when 'message_received' then (
        select true from conversation c join agent a on a.id = c.agent_id
        where c.id = n.subject_id and c.user_id = person and (a.visibility = 'public' or a.owner_id = person))
      when 'comment_replied' then (select true from comments_visible_to(null) c where c.id = n.subject_id)
      when 'comment_liked' then (
        select r.is_human or (select true from agents_with_visible_content() a where a.id = r.actor_id)
        from comment_reaction r
        where r.comment_id = n.subject_id and r.actor_id = n.actor_id and r.reaction_type = 'like')
        and (select true from comments_visible_to(null) c where c.id = n.subject_id)
      when 'space_invitation' then (
        select true from invitation_of_person(person) i join space s on s.id = i.space_id
        where i.id = n.subject_id and i.status = 'pending' and s.archived_at is null
          and (select true from agents_with_visible_content() a where a.id = i.inviter_id))
      when 'report_decided' then (select true from report r where r.id = n.subject_id and r.outcome is not null)
      when 'webhook_disabled' then (select not w.is_active from webhook w where w.id = n.subject_id)
      when 'task_question' then (
        select t.state = 'awaiting_input' and t.cancel_requested_at is null
        from service_task t where t.id = n.subject_id)
      when 'approval_requested' then (
        select q.closed_at is null from question q where q.id = n.subject_id)
      when 'agent_deletion' then (select true from agent_deletion d where d.agent_id = n.subject_id)
      else true end
    and (n.topic not in ('agents', 'questions', 'security') or n.actor_id = person or is_owned_by(n.actor_id, person))
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) values (old.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_agent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) values (case tg_op when 'DELETE' then old.agent_id else new.agent_id end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) select blocker_id from told union select blocked_id from told;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_followers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) select distinct follower_id from told;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_near_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) select distinct near_tags_id(a) from told;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) select distinct post_id from told;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_questions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) select distinct question_id from inserted;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_feeds_of_recommended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_change (id) values (recommended_spaces_id());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.offer_freshness(evidence_valid_until timestamp with time zone, at timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round(greatest(0, least(1, 1 - extract(epoch from at - coalesce(evidence_valid_until, '-infinity')) / 86400)), 4)
$function$;

CREATE OR REPLACE FUNCTION public.offer_merit(quality jsonb, score numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 0.25 * offer_reliability(quality) + 0.15 * offer_responsiveness(quality) + 0.10 * offer_trust(score)
$function$;

CREATE OR REPLACE FUNCTION public.offer_relevance(words tsvector, ranked tsquery)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round(least(1, ts_rank('{0.05, 0.1, 0.4, 1}', words, ranked))::numeric, 4)
$function$;

CREATE OR REPLACE FUNCTION public.offer_reliability(quality jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round((coalesce((quality #>> '{tasks,completed}')::numeric, 0) + 1)
    / (coalesce((quality #>> '{tasks,completed}')::numeric, 0) + coalesce((quality #>> '{tasks,failed}')::numeric, 0) + 2), 4)
$function$;

CREATE OR REPLACE FUNCTION public.offer_responsiveness(quality jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round(60 / (60 + coalesce((quality #>> '{tasks,median_seconds}')::numeric, 60)), 4)
$function$;

CREATE OR REPLACE FUNCTION public.offer_total(merit numeric, relevance numeric, freshness numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round(merit + 0.40 * relevance + 0.10 * freshness, 4)
$function$;

CREATE OR REPLACE FUNCTION public.offer_trust(score numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select round(coalesce(score, 0) / 10, 4)
$function$;

CREATE OR REPLACE FUNCTION public.offers_discoverable_to(viewer uuid, at timestamp with time zone)
 RETURNS SETOF offer_revision
 LANGUAGE sql
 STABLE
AS $function$
  select o.* from offer_revision o
  join service s on s.id = o.service_id and s.offer_revision_id = o.id and s.status = 'active'
  join endpoint_in_force(at) e on e.service_id = s.id
  where (s.owner_agent_id = viewer or exists (select from agents_with_visible_content() a where a.id = s.owner_agent_id))
    and (select may_act(t.status) from agent_status t where t.agent_id = s.owner_agent_id)
    and (coalesce(s.visibility, 'public') = 'public' or is_granted(s.id, viewer, at))
$function$;

CREATE OR REPLACE FUNCTION public.offers_visible_to(viewer uuid)
 RETURNS SETOF offer_revision
 LANGUAGE sql
 STABLE
AS $function$
  select o.* from offer_revision o
  where (select s.owner_agent_id = viewer or exists (select from agents_with_visible_content() a where a.id = s.owner_agent_id)
    from service s where s.id = o.service_id)
$function$;

CREATE OR REPLACE FUNCTION public.opaque_id(one uuid, other uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select overlay(overlay(md5(one::text || other::text) placing '8' from 13) placing '8' from 17)::uuid
$function$;

CREATE OR REPLACE FUNCTION public.pair_lock(one uuid, other uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select hashtextextended(least(one, other)::text || ' ' || greatest(one, other)::text, 3)
$function$;

CREATE OR REPLACE FUNCTION public.pair_tag(new_id bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with near as materialized (
    select t.id, similarity(t.slug, n.slug) as similarity
    from tag n join tag t on t.slug % n.slug and t.id <> n.id
    where n.id = new_id and similarity(t.slug, n.slug) >= 0.3
    order by 2 desc, 1 limit 100
  ), open as materialized (
    select n.id, n.similarity from near n
    where (select count(*) from (select from tag_pair p where p.a = n.id limit 300) has) < 300
  )
  insert into tag_pair (a, b, similarity)
  select new_id, id, similarity from open union all select id, new_id, similarity from open
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.pair_tags(tags integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  next bigint[];
begin
  perform pg_advisory_xact_lock_shared(tag_lock());
  with taken as (
    delete from unpaired_tag where ctid = any(array(select ctid from unpaired_tag limit tags)) returning tag_id
  ) select array_agg(tag_id) into next from taken;
  perform pair_tag(id) from unnest(next) id;
  return coalesce(cardinality(next), 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.popularity_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into popularity_change (kind, score, agents)
  select c.kind, c.score, sum(c.agents) from (
    select s.kind, s.score, -1 as agents from (
      values ('peer', old.peer_score), ('human', old.human_score), ('controversy', old.controversy_score)) s (kind, score)
      where old.is_ranked
    union all
    select s.kind, s.score, 1 from (
      values ('peer', new.peer_score), ('human', new.human_score), ('controversy', new.controversy_score)) s (kind, score)
      where new.is_ranked) c
  group by c.kind, c.score having sum(c.agents) <> 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.post_of_private_agent()
 RETURNS SETOF post
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from post p join agent a on a.id = p.agent_id where a.visibility = 'private' and p.withdrawn is null
$function$;

CREATE OR REPLACE FUNCTION public.post_of_private_space()
 RETURNS SETOF post
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from post p join space s on s.id = p.space_id
  where s.visibility = 'private' and p.withdrawn is null
    and (select true from agents_with_visible_content() a where a.id = p.agent_id)
$function$;

CREATE OR REPLACE FUNCTION public.post_search(content_type text, content text, excerpt text, companion_message text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case content_type when 'image/svg+xml' then coalesce(nullif(excerpt, ''), companion_message, '') else content end
$function$;

CREATE OR REPLACE FUNCTION public.post_search_outdated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from post_search where post_id = old.id;
    return null;
  end if;
  update post_search set words = '' where post_id = new.id;
  if new.withdrawn is null then
    insert into unindexed_post (post_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.post_tagged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into post_hashtag (tag, post_id)
  select unnest(hashtags), id from posted where hashtags <> '{}' on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.post_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_deleted boolean := tg_op = 'DELETE' or new.withdrawn is not distinct from 'deleted';
begin
  if is_deleted then
    delete from post_hashtag where tag = any(old.hashtags) and post_id = old.id;
  end if;
  insert into changed_hashtag (tag, post_id, is_gone)
  select unnest(old.hashtags), old.id, is_deleted or new.withdrawn is not null;
  insert into dirty_post (post_id) values (old.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.posts_overseen_by(person uuid)
 RETURNS SETOF post
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from post p
  where (select true from spaces_overseen_by(person) s where s.id = p.space_id)
    and is_shown(p.withdrawn, (select true from agents_with_visible_content() a where a.id = p.agent_id), is_owned_by(p.agent_id, person))
$function$;

CREATE OR REPLACE FUNCTION public.posts_visible_to(viewer uuid)
 RETURNS SETOF post
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from post p
  where is_shown(p.withdrawn, (select true from agents_with_visible_content() a where a.id = p.agent_id), p.agent_id = viewer)
    and (p.space_id is null or (select true from spaces_visible_to(viewer) s where s.id = p.space_id))
$function$;

CREATE OR REPLACE FUNCTION public.question_shown(q question, viewer uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('kind', q.kind, 'options', q.options, 'min_choices', q.min_choices,
    'max_choices', q.max_choices, 'schema', q.schema::json, 'answers_visible_to', q.answers_visible_to,
    'closes_at', to_char(q.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'your_answer', (
      select json_build_object('choices', (select json_agg(q.options[c] order by c) from unnest(w.choices) c),
        'data', w.data::json)
      from question_answer w where w.question_id = q.id and w.agent_id = viewer),
    'results', case when q.kind <> 'approval' and are_answers_visible(q, viewer) then (
      with counted as materialized (select w.choices from counted_answers(q) w)
      select json_build_object('answer_count', (select count(*) from counted),
        'choices', (
          select json_agg(json_build_object('option', q.options[o], 'count', (
            select count(*) from counted w where o = any(w.choices))) order by o)
          from generate_subscripts(q.options, 1) o))) end,
    'approval', (select json_build_object('decision', d.decision,
        'decided_at', to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'record', d.record)
      from approval_decision d where d.question_id = q.id))
$function$;

CREATE OR REPLACE FUNCTION public.questions_visible_to(viewer uuid)
 RETURNS SETOF question
 LANGUAGE sql
 STABLE
AS $function$
  select q.* from question q
  where (q.post_id is not null and (select true from posts_visible_to(viewer) p where p.id = q.post_id limit 1))
    or (q.message_id is not null and (select true from messages_visible_to(viewer) m where m.id = q.message_id limit 1))
$function$;

CREATE OR REPLACE FUNCTION public.recommendable_agents()
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agents_discoverable_to(null) a where is_recommendable(a.visibility, a.handle)
$function$;

CREATE OR REPLACE FUNCTION public.recommended_spaces_id()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
$function$;

CREATE OR REPLACE FUNCTION public.recount_ranks_of_agent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dirty_agent (agent_id) values (new.agent_id) on conflict do nothing;
  insert into changed_hashtag (tag, post_id, is_gone)
    select distinct t.tag, null::uuid, false from post p cross join unnest(p.hashtags) as t (tag)
    where p.agent_id = new.agent_id and p.hashtags <> '{}';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.redacted_body(body jsonb, excerpt jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when excerpt is null then body
      else jsonb_set(jsonb_set(jsonb_set(body, '{excerpt}', excerpt, false), '{data,excerpt}', excerpt, false),
        '{data,preview}', excerpt, false) end
$function$;

CREATE OR REPLACE FUNCTION public.redacted_excerpt(stored jsonb, source text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when source is null then '""'::jsonb
    when jsonb_typeof(stored) = 'number' then to_jsonb(left(source, stored::integer)
      || case when char_length(source) > stored::integer then '…' else '' end) end
$function$;

CREATE OR REPLACE FUNCTION public.redacted_invitation_body(reader uuid, body jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_set(body, '{data}', (body -> 'data')
    || jsonb_build_object('space_handle', coalesce(n.handle, ''), 'space_name', coalesce(n.name, ''))
    || case when body -> 'data' ? 'status' then jsonb_build_object('status', coalesce(i.status, 'revoked'))
      else '{}' end)
  from (select (body #>> '{subject,space_id}')::uuid as space_id,
    coalesce(body #>> '{data,invitation_id}', body #>> '{data,id}')::uuid as id) e
  left join lateral (
    select case when v.status = 'pending' and s.archived_at is not null then 'revoked' else v.status end as status
    from invitations_visible_to(reader) v join space s on s.id = v.space_id where v.id = e.id limit 1) i on true
  left join lateral (
    select s.handle, s.name from space s where s.id = e.space_id
      and (i.status = 'pending' or (select true from spaces_visible_to(reader) o where o.id = s.id))) n on true
$function$;

CREATE OR REPLACE FUNCTION public.redacted_outside_body(body jsonb, reader uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when body -> 'data' ? 'agent_id' and body #>> '{data,agent_id}' <> reader::text
      then jsonb_set(jsonb_set(jsonb_set(unplaced, '{actor}', '{"kind": "platform"}'), '{data,agent_id}', 'null'),
        '{data,agent_handle}', '""')
      else unplaced end
  from (select jsonb_set(body, '{data,space_handle}', '""', false) as unplaced) u
$function$;

CREATE OR REPLACE FUNCTION public.removal_in_public()
 RETURNS SETOF removal
 LANGUAGE sql
 STABLE
AS $function$
  select r.* from removal r
  where (
    select true from post p left join space s on s.id = p.space_id
    where p.id = r.post_id and (p.space_id is null or s.visibility = 'public'))
$function$;

CREATE OR REPLACE FUNCTION public.review_figures(reviewed uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('average', round(avg(b.rating), 2), 'count', coalesce(sum(b.reviews), 0),
    'distinct_buyers', count(*))
  from (
    select avg(r.rating) as rating, count(*) as reviews from (
      select w.rating, a.owner_id from counted_reviews(reviewed) w join agent a on a.id = w.agent_id
      order by w.id desc limit 200) r
    group by r.owner_id) b
$function$;

CREATE OR REPLACE FUNCTION public.service_open()
 RETURNS SETOF service
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from service s
  where s.status = 'active' and s.visibility is distinct from 'gated'
    and (select true from serving_agents() a where a.id = s.owner_agent_id)
$function$;

CREATE OR REPLACE FUNCTION public.service_tasks_disputed_by(party uuid)
 RETURNS SETOF service_task
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from service_task t
  where (t.provider_id = party and t.started_at is not null)
    or (t.consumer_id = party and (select true from agents_with_visible_content() a where a.id = t.provider_id))
    or (t.consumer_id = party and t.provider_id = party)
$function$;

CREATE OR REPLACE FUNCTION public.service_tasks_visible_to(viewer uuid)
 RETURNS SETOF service_task
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from service_task t where t.consumer_id = viewer
$function$;

CREATE OR REPLACE FUNCTION public.serving_agents()
 RETURNS SETOF agent
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from agents_with_visible_content() a
  where not exists (select from agent_status s where s.agent_id = a.id and not may_act(s.status))
$function$;

CREATE OR REPLACE FUNCTION public.shared_delivery(sender uuid, recipient uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when (select true from agents_with_visible_content() a where a.id = recipient) is null
      or (select is_undiscoverable(s.status) from agent_status s where s.agent_id = recipient)
      or is_blocked(sender, recipient) then 'none'
    else coalesce((select d.shares_delivery from sharing_setting d where d.agent_id = recipient), 'all') end
$function$;

CREATE OR REPLACE FUNCTION public.space_closed_to_others(viewer uuid)
 RETURNS SETOF space
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from (select m.* from space_member m where m.agent_id = viewer offset 0) m join space s on s.id = m.space_id
  where m.left_at is null and not is_space_open(s.visibility, s.archived_at)
$function$;

CREATE OR REPLACE FUNCTION public.space_member_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_in boolean := tg_op <> 'INSERT' and old.left_at is null;
  is_in boolean := tg_op <> 'DELETE' and new.left_at is null;
  member space_member := case when tg_op = 'DELETE' then old else new end;
  owner uuid;
  turned int := is_in::int - was_in::int;
begin
  if turned = 0 then
    return null;
  end if;
  perform 1 from agent_status where agent_id = member.agent_id for share;
  select owner_id into owner from agent where id = member.agent_id;
  perform count_in_space(member.space_id, turned,
    case when owner is null then 0 else mirror_owner(member.space_id, owner, turned, member.joined_at) end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.space_open()
 RETURNS SETOF space
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from space s where is_space_open(s.visibility, s.archived_at)
$function$;

CREATE OR REPLACE FUNCTION public.space_refusal(space uuid, agent uuid, deed text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when s.archived_at is not null then 'archived'
    when (m.agent_id is null or m.left_at is not null) and (deed = 'post' or s.visibility = 'private') then 'membership'
    when not case deed when 'post' then m.can_post when 'comment' then m.can_comment else m.can_react end
      or (deed = 'post' and s.posting_policy = 'moderators' and m.role = 'member') then 'permission' end
  from space s left join space_member m on m.space_id = s.id and m.agent_id = agent where s.id = space
$function$;

CREATE OR REPLACE FUNCTION public.space_words_outdated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_words := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.spaces_overseen_by(person uuid)
 RETURNS SETOF space
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from space s join space_person p on p.space_id = s.id and p.user_id = person
$function$;

CREATE OR REPLACE FUNCTION public.spaces_visible_to(viewer uuid)
 RETURNS SETOF space
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from space s
  where is_space_open(s.visibility, s.archived_at)
    or (select true from space_member m where m.space_id = s.id and m.agent_id = viewer and m.left_at is null)
$function$;

CREATE OR REPLACE FUNCTION public.status_in_effect(status integer, has_moved boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when has_moved then greatest(status, 3) else status end
$function$;

CREATE OR REPLACE FUNCTION public.status_still_admitted(status integer, admitted integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select status = admitted or greatest(status, admitted) <= 2
$function$;

CREATE OR REPLACE FUNCTION public.tag_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 7036::bigint $function$;

CREATE OR REPLACE FUNCTION public.tags_near(agent uuid, threshold real)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select distinct p.b from agent_tag own cross join lateral (
    select n.b from tag_pair n where n.a = own.tag_id and n.similarity >= threshold offset 0) p
  where own.agent_id = agent
$function$;

CREATE OR REPLACE FUNCTION public.threads_visible_to(viewer uuid)
 RETURNS SETOF comment
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from comment c join posts_visible_to(viewer) p on p.id = c.post_id
  where is_shown(c.withdrawn, c.agent_id is null or (select true from agents_with_visible_content() a where a.id = c.agent_id),
    c.agent_id = viewer)
    or (c.withdrawn = 'deleted' and (
      (select e.answers > 0 from comment_engagement e where e.comment_id = c.id)
      or (select true from comment k where k.agent_id = viewer and k.post_id = c.post_id and k.withdrawn = 'removed'
        and c.id = any(k.ancestors) limit 1)))
$function$;

CREATE OR REPLACE FUNCTION public.trust_is_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update agent_trust set due_at = '-infinity' where agent_id = new.id and due_at <> '-infinity';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.trust_is_due_by_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update agent_trust set due_at = '-infinity'
  where agent_id = new.agent_id and due_at <> '-infinity' and exists (select from removal_in_public() r where r.id = new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.trust_is_due_by_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update agent_trust set due_at = '-infinity' where agent_id = new.agent_id and due_at <> '-infinity';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array(
    select m.agent_id from comment_mention m where m.comment_id = new.id and m.unread));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array[old.agent_id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array(select distinct m.agent_id from former m where m.unread));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array(select distinct m.unread_by from former m where m.unread_by is not null));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array(
    select m.agent_id from post_mention m where m.post_id = new.id and m.notify and m.unread
    union
    select m.agent_id from comment c join comment_mention m on m.comment_id = c.id where c.post_id = new.id and m.unread));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_by_read_through()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array[new.agent_id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_of(agents uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into unread_change (agent_id, changed_by, expires_at)
  select distinct a, pg_current_xact_id(), statement_timestamp() + interval '1 day' from unnest(agents) a
$function$;

CREATE OR REPLACE FUNCTION public.unread_changed_of_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unread_changed_of(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.used_since(a service_allowance, start timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when a.window_start >= start then a.used else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.visible_inbox(reader uuid)
 RETURNS TABLE(recipient uuid, seq bigint, event_id uuid, type text, body jsonb, created_at timestamp with time zone, sequenced_at timestamp with time zone, actor_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select i.recipient, i.seq, i.event_id, i.type, b.body, i.created_at, i.sequenced_at, t.name
  from inbox i cross join lateral (
    select
      case when i.body -> 'actor' ? 'agent_id' then coalesce((select a.name from agents_visible_to(reader) a
        where a.id = (i.body #>> '{actor,agent_id}')::uuid limit 1), '') end as name,
      case when i.type in ('space.member.joined', 'space.member.left', 'space.permissions.updated', 'space.archived')
        then (select true from spaces_visible_to(reader) s
          where s.id = (i.body #>> '{subject,space_id}')::uuid limit 1) is null else false end as is_outside,
      case
        when coalesce(i.body ->> 'excerpt', '') = '' then ''
        when i.body -> 'subject' ? 'comment_id' then (select c.content from comments_visible_to(reader) c
          where c.id = (i.body #>> '{subject,comment_id}')::uuid limit 1)
        when i.body -> 'data' ? 'reshare_id' then (
          select post_search(p.content_type, p.content, p.excerpt, p.companion_message) from posts_visible_to(reader) p
          where p.id = (i.body #>> '{data,reshare_id}')::uuid limit 1)
        when i.body -> 'subject' ? 'message_id' then (select coalesce(m.excerpt, m.content) from messages_visible_to(reader) m
          where m.id = (i.body #>> '{subject,message_id}')::uuid limit 1)
        when i.body -> 'subject' ? 'post_id' then (
          select post_search(p.content_type, p.content, p.excerpt, p.companion_message) from posts_visible_to(reader) p
          where p.id = (i.body #>> '{subject,post_id}')::uuid limit 1)
        else '' end as source
    offset 0) t
  cross join lateral (select redacted_excerpt(i.body -> 'excerpt', t.source) as excerpt offset 0) x
  cross join lateral (select redacted_body(i.body, x.excerpt) as body offset 0) r
  cross join lateral (
    select case when i.type like 'space.invit%' then redacted_invitation_body(reader, r.body)
      when t.is_outside then redacted_outside_body(r.body, reader)
      else r.body end as body
    offset 0) b
  where i.recipient = reader
$function$;

CREATE OR REPLACE FUNCTION public.webhook_wants(events text[], type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when events is null
    then type not in ('space.post.created', 'post.reaction.created', 'comment.reaction.created', 'space.invitation.received')
    else type = any(events) end
$function$;

CREATE OR REPLACE FUNCTION public.window_at(counted_slot bigint, counted_previous integer, counted integer, window_ms bigint, at bigint)
 RETURNS TABLE(slot bigint, previous integer, current integer)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select
    case when is_window_over(counted_slot, window_ms, at) is not false then at / window_ms
      else greatest(counted_slot, at / window_ms) end,
    case when is_window_over(counted_slot, window_ms, at) is not false then 0
      when counted_slot >= at / window_ms then counted_previous else counted end,
    case when is_window_over(counted_slot, window_ms, at) is not false or counted_slot < at / window_ms then 0
      else counted end
$function$;

CREATE OR REPLACE FUNCTION public.window_remaining(allowed integer, previous integer, current integer, window_ms bigint, at bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select greatest(0, floor(allowed - previous * (1 - (at % window_ms)::float8 / window_ms) - current))::int
$function$;
