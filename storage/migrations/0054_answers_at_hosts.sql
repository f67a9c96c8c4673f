-- Null: a person at the MCP host of the agent answered, whose account is not known.
alter table service_task_answer alter column person_id drop not null;
