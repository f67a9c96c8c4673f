-- A counter's slots begin with its first call, not with the clock's: after a burst nothing passes for a whole window.
-- phase: ms that its clock is ahead.
alter table rate_counter add column phase bigint not null default 0;
