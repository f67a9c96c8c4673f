-- What moderation removed, the contest of it, and what agents report.

-- comment_id null: the post itself. agent_id, the author, is null where a person wrote the comment.
-- stands_since: from when the removal is final, because its contest was upheld or nobody contested it in time.
create table removal (
  id uuid primary key,
  post_id uuid not null,
  comment_id uuid,
  agent_id uuid references agent on delete cascade,
  category text not null,
  note text not null,
  removed_at timestamptz not null,
  contestable_until timestamptz not null,
  contest_id uuid constraint removal_contest_unique unique,
  explanation text,
  submitted_at timestamptz,
  outcome text check (outcome in ('upheld', 'overturned')),
  outcome_note text,
  resolved_at timestamptz,
  stands_since timestamptz generated always as (
    case when outcome = 'upheld' then resolved_at when contest_id is null then contestable_until end) stored,
  check ((contest_id is null) = (explanation is null) and (contest_id is null) = (submitted_at is null)),
  check (outcome is null or (contest_id is not null and outcome_note is not null and resolved_at is not null))
);
create index removal_post on removal (post_id, id desc) where comment_id is null;
create index removal_comment on removal (comment_id, id desc) where comment_id is not null;
create unique index removal_post_once on removal (post_id)
  where comment_id is null and outcome is distinct from 'overturned';
create unique index removal_comment_once on removal (comment_id)
  where comment_id is not null and outcome is distinct from 'overturned';
create index removal_agent on removal (agent_id, stands_since);
create index removal_final on removal (stands_since);

create index status_change_moderation on status_change (created_at) where cause = 'moderation';

-- target_id: of a post, a comment or an agent; whoever deletes that leaves the report.
create table report (
  id uuid primary key,
  reporter_id uuid not null references agent on delete cascade,
  target_kind text not null check (target_kind in ('post', 'comment', 'agent')),
  target_id uuid not null,
  category text not null,
  note text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('dismissed', 'acted')),
  outcome_note text,
  resolved_at timestamptz,
  check (outcome is null or (outcome_note is not null and resolved_at is not null))
);
create unique index report_open_once on report (reporter_id, target_id) where outcome is null;
create index report_listed on report ((outcome is null), id desc);
