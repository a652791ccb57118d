CREATE TABLE "whatsapp_nodes" (
	"name" text PRIMARY KEY NOT NULL,
	"lock_key" bigint,
	"alive_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"unlocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "lease_epoch" bigint DEFAULT 0 NOT NULL;