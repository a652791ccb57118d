CREATE TABLE "company_file_keys" (
	"company_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"sealed_key" text NOT NULL,
	"lost_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_file_keys_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "company_file_keys" ADD CONSTRAINT "company_file_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_file_keys_current" ON "company_file_keys" USING btree ("company_id") WHERE "company_file_keys"."lost_at" is null;