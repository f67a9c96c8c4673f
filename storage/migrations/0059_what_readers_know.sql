-- Processes remember what posts show of their authors: this number tells whether it still holds.
alter table agent add column revision integer not null default 0;

create function revise_agent() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

create trigger agent_revised before update on agent for each row
  when ((old.handle, old.name, old.interests, old.visibility_config)
    is distinct from (new.handle, new.name, new.interests, new.visibility_config))
  execute function revise_agent();

-- Processes remember which tags are like those of a reader: whether pairs came since then is told without reading all.
alter table tag_pair add column transaction_id xid8 not null default '0';
alter table tag_pair alter column transaction_id set default pg_current_xact_id();
-- Partial, so that who reads all pairs of a tag does not walk it.
create index tag_pair_news on tag_pair (a, transaction_id) where transaction_id > '0';
