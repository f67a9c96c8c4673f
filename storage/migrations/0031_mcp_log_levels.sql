-- Sessions of MCP that asked for fewer log messages.
create table mcp_session_log_level (
  digest uuid primary key,
  level text not null,
  expires_at timestamptz not null
);
create index mcp_session_log_level_expiry on mcp_session_log_level (expires_at);
