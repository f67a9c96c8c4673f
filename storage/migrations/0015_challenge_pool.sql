-- Tasks for challenges, in words that a model wrote and that it understood when it was asked again. Each is used once.
create table reworded_task (
  id uuid primary key,
  family text collate "C" not null,
  -- Of the tasks that the server knew when it was drawn.
  version integer not null,
  -- What was drawn, as JSON.
  plan text not null,
  -- Its sentences, in the order of the task.
  prose text[] not null
);
create index reworded_task_of_family on reworded_task (family, version, id);
