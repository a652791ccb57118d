ALTER TABLE "campaign_recipients" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "answered_at" timestamp (3) with time zone;