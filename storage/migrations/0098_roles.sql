-- Who helps to run the installation, and as what.
create table person_role (
  person_id uuid primary key references person (id) on delete cascade,
  role text not null check (role in ('reader', 'moderator', 'operator')),
  granted_at timestamptz not null
);

-- Links by which whoever holds one takes a role, once.
create table role_link (
  digest bytea primary key,
  role text not null check (role in ('reader', 'moderator', 'operator')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
