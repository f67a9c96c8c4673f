-- What a person answered to a question of a provider. It goes with the task or the person.
create table service_task_answer (
  id uuid primary key,
  task_id uuid not null references service_task on delete cascade,
  person_id uuid not null references person on delete cascade,
  question text,
  answer text not null,
  created_at timestamptz not null
);
create index service_task_answer_of_task on service_task_answer (task_id, created_at);
create index service_task_answer_of_person on service_task_answer (person_id);
