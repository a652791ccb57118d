ALTER TABLE "connections" ADD COLUMN "pairing" jsonb;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "pairing_number" text;