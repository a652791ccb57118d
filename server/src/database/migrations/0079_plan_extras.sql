ALTER TABLE "companies" ADD COLUMN "extra_users" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "extra_connections" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "extras_share" numeric(12, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "user_price" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "connection_price" numeric(12, 2);