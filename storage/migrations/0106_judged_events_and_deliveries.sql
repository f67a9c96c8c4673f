-- statement by statement
alter table inbox validate constraint inbox_before;
alter table webhook_delivery validate constraint webhook_delivery_before;
