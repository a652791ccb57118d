CREATE TABLE "sent_changes" (
	"company_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"wa_id" text NOT NULL,
	"chat" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_changes_company_id_connection_id_wa_id_pk" PRIMARY KEY("company_id","connection_id","wa_id")
);
--> statement-breakpoint
ALTER TABLE "sent_changes" ADD CONSTRAINT "sent_changes_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;