ALTER TABLE "connections" ADD COLUMN "command" text;
--> statement-breakpoint
-- Session rows are rewritten with every message: room on the page keeps the update in place, and encrypted bytes neither compress nor belong out of line.
ALTER TABLE "whatsapp_keys" SET (fillfactor = 60, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
ALTER TABLE "whatsapp_keys" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "inbound_journal" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
