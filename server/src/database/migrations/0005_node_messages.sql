-- Realtime messages between nodes that are too long for NOTIFY; the Socket.IO adapter for PostgreSQL writes and sweeps it.
create table "socket_io_attachments" (
  "id" bigserial primary key,
  "created_at" timestamptz not null default now(),
  "payload" bytea not null
);
create index "socket_io_attachments_age" on "socket_io_attachments" ("created_at");
