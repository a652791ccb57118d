ALTER TABLE "campaign_opt_outs" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaign_opt_outs" ADD COLUMN "revoked_by_name" text;