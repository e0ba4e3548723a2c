-- Net sales that were booked in a later month than that of their day, because its month was closed.
create table report_late_sales (
  program_id bigint not null,
  generation integer not null,
  -- The first days of the month in which they are booked, and of the month that they are dated in.
  booked date not null,
  dated date not null,
  orders bigint not null,
  net_minor bigint not null,
  primary key (program_id, generation, booked, dated)
);
