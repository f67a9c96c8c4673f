-- The version in the EIP-712 domain of the asset: not every token of EIP-3009 is of version 2.
alter table service_purchase add column asset_version text not null default '2';
