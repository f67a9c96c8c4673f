-- When a signed payment becomes valid, in seconds since 1970; 0 for those that a quote has to sign.
alter table service_purchase add column valid_after bigint not null default 0;
