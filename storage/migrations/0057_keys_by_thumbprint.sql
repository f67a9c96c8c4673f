-- statement by statement
create index concurrently if not exists secondary_key_thumbprint on secondary_key (key_thumbprint(spki))
where octet_length(spki) = 44;
