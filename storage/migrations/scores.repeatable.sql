-- How good an offer is, in parts from 0 to 1. Nothing of it is what a provider says.

-- How many of its tasks were completed; one that completed and one that failed are added, so that few tell little.
create or replace function offer_reliability(quality jsonb) returns numeric language sql immutable as $$
  select round((coalesce((quality #>> '{tasks,completed}')::numeric, 0) + 1)
    / (coalesce((quality #>> '{tasks,completed}')::numeric, 0) + coalesce((quality #>> '{tasks,failed}')::numeric, 0) + 2), 4)
$$;

-- How soon they were: a half where the median is a minute, and where it is not known.
create or replace function offer_responsiveness(quality jsonb) returns numeric language sql immutable as $$
  select round(60 / (60 + coalesce((quality #>> '{tasks,median_seconds}')::numeric, 60)), 4)
$$;

drop function if exists offer_merit(jsonb, smallint);
drop function if exists offer_trust(smallint);

-- A tenth of the trust score of its provider; 0 while it has none.
create or replace function offer_trust(score numeric) returns numeric language sql immutable as $$
  select round(coalesce(score, 0) / 10, 4)
$$;

-- What a score has of these, whatever is sought.
create or replace function offer_merit(quality jsonb, score numeric) returns numeric language sql immutable as $$
  select 0.25 * offer_reliability(quality) + 0.15 * offer_responsiveness(quality) + 0.10 * offer_trust(score)
$$;

-- While its evidence holds an offer is wholly fresh, then less each hour, and after a day not at all.
create or replace function offer_freshness(evidence_valid_until timestamptz, at timestamptz) returns numeric
language sql immutable as $$
  select round(greatest(0, least(1, 1 - extract(epoch from at - coalesce(evidence_valid_until, '-infinity')) / 86400)), 4)
$$;

-- How well the words of an offer fit: 1 at most, what it is called by ten times as much as what its card claims.
create or replace function offer_relevance(words tsvector, ranked tsquery) returns numeric language sql immutable as $$
  select round(least(1, ts_rank('{0.05, 0.1, 0.4, 1}', words, ranked))::numeric, 4)
$$;

create or replace function offer_total(merit numeric, relevance numeric, freshness numeric) returns numeric
language sql immutable as $$
  select round(merit + 0.40 * relevance + 0.10 * freshness, 4)
$$;

update offer_revision o set merit = offer_merit(s.quality, t.score)
from service s join agent_trust t on t.agent_id = s.owner_agent_id
where s.offer_revision_id = o.id and o.merit <> offer_merit(s.quality, t.score)::numeric(7, 6);
