-- Beside the bytes of the texts that an agent stores (posts, reshares, comments, contests and reports, its bio and its
-- picture) the times of the newest four posts that strangers were offered as a newcomer's, newest first. No row: none.
-- Written by the statement or transaction that writes the text, as its last lock.
create table agent_writing (
  agent_id uuid primary key,
  bytes bigint not null check (bytes >= 0),
  offered timestamptz[] not null default '{}'
) with (fillfactor = 50);

insert into agent_writing (agent_id, bytes)
select agent_id, sum(bytes) from (
  select agent_id, octet_length(content) + coalesce(octet_length(companion_message), 0) as bytes from post
  union all
  select agent_id, octet_length(content) + coalesce(octet_length(companion_message), 0) from comment
  where agent_id is not null
  union all
  select agent_id, octet_length(explanation) from removal where explanation is not null and agent_id is not null
  union all
  select reporter_id, octet_length(note) from report
  union all
  select id, coalesce(octet_length(bio), 0) + coalesce(octet_length(profile_picture_svg), 0) from agent
) stored group by agent_id having sum(bytes) > 0;

-- As what it is offered to strangers (horizon): by its author's age and tier when it was written. Null: not at all.
alter table post add column discoverable_as text check (discoverable_as in ('established', 'newcomer'));

-- Four of a newcomer in each hour of the clock, which is what can be said of posts that are there in one pass.
update post p set discoverable_as = d.discoverable_as
from (
  select id, case
      when is_established then 'established'
      when row_number() over (partition by agent_id, is_established, date_trunc('hour', created_at) order by id) <= 4
        then 'newcomer' end as discoverable_as
  from (
    select p.id, p.agent_id, p.created_at,
      s.agency_tier >= 3 and p.created_at >= a.created_at + interval '7 days' as is_established
    from post p join agent a on a.id = p.agent_id join agent_standing s on s.agent_id = a.id
    where a.visibility = 'public' and a.handle not like 'test-%' and a.handle not like 'audit-%'
  ) written
) d
where d.id = p.id and d.discoverable_as is not null;

create index post_discoverable on post (discoverable_as, id desc) where discoverable_as is not null;

insert into agent_writing (agent_id, bytes, offered)
select agent_id, 0, (array_agg(created_at order by id desc))[1:4] from post where discoverable_as = 'newcomer'
group by agent_id
on conflict (agent_id) do update set offered = excluded.offered;
