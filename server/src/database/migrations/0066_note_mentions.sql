CREATE TABLE "note_mentions" (
	"company_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "note_mentions_company_id_note_id_user_id_pk" PRIMARY KEY("company_id","note_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_company_id_note_id_ticket_notes_company_id_id_fk" FOREIGN KEY ("company_id","note_id") REFERENCES "public"."ticket_notes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_mentions_user" ON "note_mentions" USING btree ("company_id","user_id","note_id" DESC NULLS FIRST);