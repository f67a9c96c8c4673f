-- What reverts on the chain costs the relayer its gas, and a payer that is a contract nothing: that is bounded over all.
alter table service_purchase add column is_payer_contract boolean not null default false;
-- Whether it reverted by what its payer did; not where somebody else carried the payment out first.
alter table purchase_transaction add column is_payers_revert boolean not null default true;
-- How many of the last day were seen last, to report once where that gets too many.
alter table relayer add column reverts bigint;
