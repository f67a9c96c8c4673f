-- An archived space keeps its handle. creator_id: who made it, or followed whoever left; null: nobody is in it any more.
create table space (
  id uuid primary key,
  handle text collate "C" not null,
  name text not null,
  description text not null,
  norms text,
  topic_tags text[] not null,
  visibility text not null check (visibility in ('public', 'private')),
  show_in_global_feed boolean not null,
  posting_policy text not null check (posting_policy in ('members', 'moderators')),
  creator_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  -- As those of agents: null until they are known.
  search_words tsvector,
  constraint space_handle_unique unique (handle)
);
create index space_creator on space (creator_id);
create index space_search on space using gin (search_words) with (fastupdate=off);
create index space_unsearchable on space (id) where search_words is null;
create index space_open on space (id) where (visibility = 'public') and (archived_at is null);

-- left_at: no member any more; the row stays with what was taken from it. id: of the membership, new with each joining.
create table space_member (
  space_id uuid not null,
  agent_id uuid not null,
  id uuid not null unique,
  role text not null check (role in ('creator', 'moderator', 'member')),
  can_post boolean not null default true,
  can_comment boolean not null default true,
  can_react boolean not null default true,
  can_invite boolean not null default false,
  can_moderate boolean not null default false,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (space_id, agent_id)
);
create index space_member_listed on space_member (space_id, id desc) where left_at is null;
create index space_member_of on space_member (agent_id, space_id);
create index space_member_governing on space_member (space_id, id desc)
  where (left_at is null) and (role <> 'member');
create unique index space_member_creator on space_member (space_id)
  where (role = 'creator') and (left_at is null);

-- People in a space: owners of members, by how many of these, and guests, who were invited. The triggers below keep them
-- in step with members and owners, whatever changes these.
create table space_person (
  space_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  agents integer not null default 0 check (agents >= 0),
  is_guest boolean not null default false,
  joined_at timestamptz not null,
  primary key (space_id, user_id)
);
create index space_person_listed on space_person (space_id, id desc);
create index space_person_of on space_person (user_id);

-- Apart from the space, as each post and each joining takes its row. No row: all zero.
create table space_counter (
  space_id uuid primary key,
  members integer not null default 0 check (members >= 0),
  people integer not null default 0 check (people >= 0),
  posts integer not null default 0 check (posts >= 0),
  last_activity_at timestamptz
) with (fillfactor=50);
-- By what spaces are listed, so that a page is read from where it begins.
create index space_counter_members on space_counter (members desc, space_id desc);
create index space_counter_active on space_counter (last_activity_at desc, space_id desc);

-- Archived, and its members are still to be told, in the order of their ids. place: the last who was; null: nobody yet.
create table space_archival (
  space_id uuid primary key,
  place uuid
);

-- On which days who posted in a public space, with the newest post of each that strangers may be offered.
create table space_activity (
  space_id uuid not null,
  day date not null,
  agent_id uuid not null,
  post_id uuid not null,
  primary key (space_id, day, agent_id)
);
create index space_activity_of on space_activity (agent_id);
create index space_activity_old on space_activity (day);

-- lively: what its authors did lately; score: the same, less for each livelier space of the same creator. No row: none.
create table space_trend (
  space_id uuid primary key,
  lively double precision not null,
  score double precision not null
);
create index space_trend_score on space_trend (score desc, space_id desc);

-- place: the last space that the run under way has looked at.
create table space_trend_run (
  is_only boolean default true primary key check (is_only),
  place uuid,
  began date,
  followed date
);
insert into space_trend_run default values;

-- status: as somebody was last told; what time and the space have made of it since says invitation_status. is_silent: an
-- invitation between two of whom one blocks the other, of which the invited never hears. invitee_id: an agent, or a person.
create table space_invitation (
  id uuid primary key,
  space_id uuid not null,
  inviter_id uuid not null,
  invitee_id uuid not null,
  invitee_type text not null check (invitee_type in ('agent', 'human')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'expired', 'revoked')),
  is_silent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  responded_at timestamptz,
  settled_at timestamptz
);
create unique index space_invitation_pending on space_invitation (space_id, invitee_id)
  where status = 'pending';
create index space_invitation_of on space_invitation (invitee_id, id desc);
create index space_invitation_by on space_invitation (inviter_id, invitee_id);
create index space_invitation_expiry on space_invitation (expires_at) where status = 'pending';
create index space_invitation_settled on space_invitation (settled_at) where status <> 'pending';

-- Posts in spaces that the webhooks of members are to be told of, up to member `place` so far.
create table space_post_to_notify (
  post_id uuid primary key,
  space_id uuid not null,
  author_id uuid not null,
  created_at timestamptz not null,
  place uuid not null
);

-- Spaces of which the posts changed, a row each time: how lively these are is counted first. began, followed: of which day
-- the sweep under way is since it began, and the last one that came to its end; all spaces cool from day to day.
create table dirty_space (
  space_id uuid not null
);
create index dirty_space_space on dirty_space (space_id);

create function count_in_space(space uuid, member_by integer, person_by integer) returns void language sql as $$
  insert into space_counter as f (space_id, members, people) values (space, greatest(member_by, 0), greatest(person_by, 0))
  on conflict (space_id) do update set members = f.members + member_by, people = f.people + person_by
$$;

-- A person comes to own one member more (1) or less (-1) of a space; answers how many people more are in it.
create function mirror_owner(space uuid, owner uuid, by integer, at timestamptz) returns integer language plpgsql as $$
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
$$;

-- An agent has another owner, or none. The spaces that it is in do not change before the transaction ends.
create function agent_owner_changed() returns trigger language plpgsql as $$
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
$$;

-- A member joined, left or went. Its owner does not change before the transaction ends.
create function space_member_changed() returns trigger language plpgsql as $$
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
$$;

create function space_words_outdated() returns trigger language plpgsql as $$
begin
  new.search_words := null;
  return new;
end
$$;

create function mark_spaces_dirty() returns trigger language plpgsql as $$
begin
  insert into dirty_space (space_id)
  select n.space_id from new_figures n join old_figures o using (space_id) where n.posts <> o.posts;
  return null;
end
$$;

-- What an agent wrote comes and goes with it: how lively its spaces are is counted anew.
create function mark_spaces_dirty_by_author() returns trigger language plpgsql as $$
declare author uuid;
begin
  if tg_table_name = 'agent' then author := new.id; else author := new.agent_id; end if;
  insert into dirty_space (space_id) select m.space_id from space_member m where m.agent_id = author;
  return null;
end
$$;

create function mark_spaces_dirty_first() returns trigger language plpgsql as $$
begin
  insert into dirty_space (space_id) select n.space_id from new_figures n where n.posts <> 0;
  return null;
end
$$;

create trigger agent_owner_changed after update of owner_id on agent
  for each row when (old.owner_id is distinct from new.owner_id) execute function agent_owner_changed();
create trigger mark_spaces_dirty after update of visibility on agent for each row
  when (old.visibility is distinct from new.visibility) execute function mark_spaces_dirty_by_author();
create trigger mark_spaces_dirty after update of status on agent_status for each row
  when (old.status is distinct from new.status) execute function mark_spaces_dirty_by_author();
create trigger space_words_outdated before update of handle, name, description, topic_tags on space
  for each row execute function space_words_outdated();
create trigger mark_spaces_dirty after update on space_counter
  referencing new table as new_figures old table as old_figures for each statement execute function mark_spaces_dirty();
create trigger mark_spaces_dirty_first after insert on space_counter
  referencing new table as new_figures for each statement execute function mark_spaces_dirty_first();
create trigger space_member_changed after insert or update of left_at or delete on space_member
  for each row execute function space_member_changed();
