ALTER TABLE "payment_receipts" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "settled_by_name" text;