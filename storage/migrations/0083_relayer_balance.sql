-- What the relayer was last seen to have, in wei; and for how many payments more that does, as dear as they were then.
alter table relayer add column balance numeric(78), add column affords bigint, add column seen_at timestamptz;
