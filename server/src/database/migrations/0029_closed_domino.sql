CREATE TABLE "external_keys" (
	"company_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"message_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_keys_company_id_connection_id_key_pk" PRIMARY KEY("company_id","connection_id","key")
);
--> statement-breakpoint
ALTER TABLE "external_keys" ADD CONSTRAINT "external_keys_connection" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;