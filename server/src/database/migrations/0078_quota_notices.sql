CREATE TABLE "quota_notices" (
	"company_id" bigint NOT NULL,
	"month" date NOT NULL,
	"kind" text NOT NULL,
	"level" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quota_notices_company_id_month_kind_level_pk" PRIMARY KEY("company_id","month","kind","level")
);
--> statement-breakpoint
ALTER TABLE "quota_notices" ADD CONSTRAINT "quota_notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;