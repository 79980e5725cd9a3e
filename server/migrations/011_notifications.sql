-- What someone is told of the ledger.
create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  rule text not null,
  -- What one call wrote of one kind within an hour is one notification, in however many transactions it did so.
  batch text not null,
  -- The newest of those lines, and how many they are.
  event_id bigint not null references events (id),
  count integer not null default 1,
  at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  constraint notifications_once unique (user_id, rule, batch)
);
create index notifications_of_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_to_mail on notifications (user_id, id) where mailed_at is null and read_at is null;
create index notifications_by_age on notifications (at);

-- What someone wants by mail; what is not here comes as the rule has it.
create table notification_choices (
  user_id uuid not null references users (id),
  rule text not null,
  mail text not null check (mail in ('off', 'now', 'daily')),
  primary key (user_id, rule)
);

-- The day on which an asset goes back to whom it was rented from.
create index assets_by_rental_end on assets (((rental_start + make_interval(months => rental_months))::date))
  where deleted_at is null and rental_start is not null and rental_months is not null;
