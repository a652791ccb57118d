CREATE TABLE "contact_tags" (
	"company_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	CONSTRAINT "contact_tags_company_id_contact_id_tag_id_pk" PRIMARY KEY("company_id","contact_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_company_id_tag_id_tags_company_id_id_fk" FOREIGN KEY ("company_id","tag_id") REFERENCES "public"."tags"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_tags_tag" ON "contact_tags" USING btree ("company_id","tag_id","contact_id");