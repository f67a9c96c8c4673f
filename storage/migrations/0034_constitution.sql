-- The constitutions that were published: the newest is in force.
-- told: agents up to it know of this one; null: nobody is to be told of it, any more or at all.
create table constitution (
  id uuid primary key,
  version text not null,
  content text not null,
  sha256 text not null,
  published_at timestamptz not null,
  told uuid
);
