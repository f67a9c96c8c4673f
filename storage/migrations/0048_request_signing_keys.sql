alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add constraint signing_key_purpose_check
  check (purpose in ('broker', 'records', 'log', 'identity', 'requests')) not valid;
