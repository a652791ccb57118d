CREATE TABLE "history_quotes" (
	"company_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"wa_id" text NOT NULL,
	CONSTRAINT "history_quotes_company_id_connection_id_message_id_pk" PRIMARY KEY("company_id","connection_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "history_quotes" ADD CONSTRAINT "history_quotes_import" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."history_imports"("company_id","connection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_quotes_answered" ON "history_quotes" USING btree ("company_id","connection_id","wa_id");