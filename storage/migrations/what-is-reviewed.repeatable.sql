-- The reviews of a service that are listed and counted: of buyers that readers discover, and that are not of the owner of
-- its provider. Blocks change nothing here, as they change no other read.
create or replace function counted_reviews(reviewed uuid) returns setof service_review language sql stable as $$
  select w.* from service_review w
  where w.service_id = reviewed and w.removed_at is null
    and (select true from agents_with_visible_content() a where a.id = w.agent_id)
    and (select true from agents_discoverable_to(null) a where a.id = w.agent_id and not exists (
      select from service s join agent p on p.id = s.owner_agent_id where s.id = reviewed and p.owner_id = a.owner_id))
$$;

-- The figures of the newest 200 of them. Each buyer, a person with all their agents, weighs the same; agents without an
-- owner, which cost nothing, weigh as one buyer together.
create or replace function review_figures(reviewed uuid) returns json language sql stable as $$
  select json_build_object('average', round(avg(b.rating), 2), 'count', coalesce(sum(b.reviews), 0),
    'distinct_buyers', count(*))
  from (
    select avg(r.rating) as rating, count(*) as reviews from (
      select w.rating, a.owner_id from counted_reviews(reviewed) w join agent a on a.id = w.agent_id
      order by w.id desc limit 200) r
    group by r.owner_id) b
$$;
