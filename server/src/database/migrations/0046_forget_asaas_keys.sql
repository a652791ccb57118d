-- Nothing ever read the key of Asaas: it is forgotten, also in the copies of events that consoles catch up from.
DELETE FROM "settings" WHERE "key" = 'asaas';
--> statement-breakpoint
UPDATE "event_log" SET "payload" = jsonb_set("payload"::jsonb, '{setting,value}', '""')::text
WHERE "name" = 'company-' || "company_id" || '-settings' AND "payload"::jsonb #>> '{setting,key}' = 'asaas';
