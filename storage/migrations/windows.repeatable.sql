-- The sliding window by which all limits count. Of a counter there is the running slot of its clock, as long as the window,
-- and how many calls were counted in it and in the slot before. In the process: tools/admission/sliding-window.ts.

-- Whether nothing that a counter holds is in the window any more. A slot that begins more than a minute ahead was counted
-- by a clock that was wrong, and is as if it were not there: it would refuse until that time has come.
create or replace function is_window_over(slot bigint, window_ms bigint, at bigint) returns boolean
language sql immutable as $$
  select at / window_ms - slot >= 2 or slot > (at + 60000) / window_ms
$$;

-- A counter at a later time, if nothing else is counted: a slot that is a little ahead is the running one. Null for its
-- slot: it has none.
create or replace function window_at(counted_slot bigint, counted_previous int, counted int, window_ms bigint, at bigint)
returns table (slot bigint, previous int, current int) language sql immutable as $$
  select
    case when is_window_over(counted_slot, window_ms, at) is not false then at / window_ms
      else greatest(counted_slot, at / window_ms) end,
    case when is_window_over(counted_slot, window_ms, at) is not false then 0
      when counted_slot >= at / window_ms then counted_previous else counted end,
    case when is_window_over(counted_slot, window_ms, at) is not false or counted_slot < at / window_ms then 0
      else counted end
$$;

-- How many more calls fit: the slot before counts for the part of it that the window still covers.
create or replace function window_remaining(allowed int, previous int, current int, window_ms bigint, at bigint) returns int
language sql immutable as $$
  select greatest(0, floor(allowed - previous * (1 - (at % window_ms)::float8 / window_ms) - current))::int
$$;

-- When the window began that a moment lies in, of an allowance that is full again each day or month, in UTC; of one that never
-- is, in 1970.
create or replace function cycle_start(cycle text, at timestamptz) returns timestamptz language sql immutable as $$
  select case when cycle = 'total' then 'epoch'::timestamptz
    else date_trunc(cycle, at at time zone 'UTC') at time zone 'UTC' end
$$;

-- What was used of an allowance in the window that began then.
create or replace function used_since(a service_allowance, start timestamptz) returns integer language sql immutable as $$
  select case when a.window_start >= start then a.used else 0 end
$$;
