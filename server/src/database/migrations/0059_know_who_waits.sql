ALTER TABLE "tickets" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "tickets" SET "waiting_since" = "last_message_at" WHERE "status" IN ('open', 'pending') AND NOT "from_me";
