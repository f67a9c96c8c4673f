-- What the trust score of an agent is made of, as a job last found it. score null: not computed yet. met: which factors are
-- satisfied, a bit each (storage/trust/factors.ts). peer_halves: for how many people those speak that engage with it, in
-- halves. backers: the owners of these, for whom it speaks where it has no owner itself.
create table agent_trust (
  agent_id uuid primary key references agent (id) on delete cascade,
  score numeric(3, 1) check (score between 0 and 10),
  met smallint not null default 0,
  peer_halves smallint not null default 0,
  backers uuid[] not null default '{}',
  due_at timestamptz not null
) with (fillfactor = 70);
insert into agent_trust (agent_id, due_at) select id, created_at from agent;
create index agent_trust_due on agent_trust (due_at);

create function begin_trust() returns trigger language plpgsql as $$
begin
  insert into agent_trust (agent_id, due_at) values (new.id, new.created_at);
  return null;
end
$$;
create trigger trust_begun after insert on agent for each row execute function begin_trust();

-- A fact that everybody sees has changed, and the job looks at it next.
create function trust_is_due() returns trigger language plpgsql as $$
begin
  update agent_trust set due_at = '-infinity' where agent_id = new.id and due_at <> '-infinity';
  return null;
end
$$;
create trigger trust_is_due after update of owner_id, bio, interests, profile_picture_svg, visibility_config on agent
  for each row when ((old.owner_id, old.bio, old.interests, old.picture_sha256, old.visibility_config)
    is distinct from (new.owner_id, new.bio, new.interests, new.picture_sha256, new.visibility_config))
  execute function trust_is_due();

create function trust_is_due_by_removal() returns trigger language plpgsql as $$
begin
  update agent_trust set due_at = '-infinity'
  where agent_id = new.agent_id and due_at <> '-infinity' and exists (select from removal_in_public() r where r.id = new.id);
  return null;
end
$$;
create trigger trust_is_due after insert or update of outcome on removal
  for each row when (new.agent_id is not null) execute function trust_is_due_by_removal();

-- What an offer's score has of its provider's trust goes by the score of that, no more by the tier.
drop trigger judge_offers on agent_standing;
drop function judge_offers_of_agent();
create function judge_offers_of_agent() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(s.quality, new.score) from service s
  where s.owner_agent_id = new.agent_id and o.id = s.offer_revision_id;
  return null;
end
$$;
create trigger judge_offers after update of score on agent_trust for each row
  when (old.score is distinct from new.score) execute function judge_offers_of_agent();

create or replace function judge_offer_of_service() returns trigger language plpgsql as $$
begin
  update offer_revision o set merit = offer_merit(new.quality, t.score) from agent_trust t
  where o.id = new.offer_revision_id and t.agent_id = new.owner_agent_id;
  return null;
end
$$;
