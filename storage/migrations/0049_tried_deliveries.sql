-- While a webhook fails, few of its deliveries are tried: those are found among all that wait.
create index webhook_delivery_tried on webhook_delivery (webhook_id, due_at) where attempts > 0 and due_at is not null;
