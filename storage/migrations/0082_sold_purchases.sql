-- What a seller reads of the purchases of its services: those that were paid, and not what was asked for.
drop index service_purchase_of_seller;
create index service_purchase_sold on service_purchase (seller_agent_id, id) where settled_at is not null;
