-- The feed asks at each page whether the tags near a reader's own are the ones that it knows: by the index alone.
alter table tag_pair drop constraint tag_pair_pkey;
alter table tag_pair add constraint tag_pair_pkey primary key (a, b) include (similarity);
