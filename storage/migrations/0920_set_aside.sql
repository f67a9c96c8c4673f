-- Rows of queues that could not be processed: nobody tries them before that time, later each time, so that they hold up
-- none behind them.
create table set_aside (
  queue text not null,
  row_id text not null,
  attempts int not null,
  until timestamptz not null,
  expires_at timestamptz not null,
  primary key (queue, row_id)
);

create index set_aside_expiry on set_aside (expires_at);
