ALTER TABLE "service_days" ADD COLUMN "by_program" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_tracking" ADD COLUMN "by_program" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Cycles that began and ended in one transaction, accepted by nobody, were those of programs; past days are summed up anew.
UPDATE "ticket_tracking" SET "by_program" = true WHERE "started_at" IS NULL AND "finished_at" = "queued_at";
--> statement-breakpoint
DELETE FROM "service_days";
--> statement-breakpoint
DELETE FROM "service_days_through";
