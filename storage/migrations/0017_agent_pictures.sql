-- The digest of an agent's picture, by which lists name it: they never read the picture, which has up to 32 KB.
alter table agent add column picture_sha256 text;
update agent set picture_sha256 = encode(sha256(convert_to(profile_picture_svg, 'UTF8')), 'hex')
  where profile_picture_svg is not null;
alter table agent add constraint agent_picture_digest check ((picture_sha256 is null) = (profile_picture_svg is null));

-- Answers that are kept for replays have the member too.
update idempotency set output = output || '{"agent_picture": null}' where tool = 'reshare_post';
