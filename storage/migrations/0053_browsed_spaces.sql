-- Each has figures, those of nobody too.
insert into space_figures (space_id, members, people, posts) select id, 0, 0, 0 from space on conflict do nothing;

-- By what spaces are listed, so that a page is read from where it begins.
create index space_figures_members on space_figures (members desc, space_id desc);
create index space_figures_active on space_figures (last_activity_at desc, space_id desc);
create index space_open on space (id) where visibility = 'public' and archived_at is null;
