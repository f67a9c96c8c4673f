-- The id is made of the primary key, so that this constraint guards nothing; of two that insert one pair at once it failed
-- the slower, whose "on conflict" names the key alone.
alter table space_person drop constraint space_person_id_key;
