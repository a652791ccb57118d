CREATE TABLE "company_months" (
	"company_id" bigint NOT NULL,
	"month" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"campaigns" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "company_months_company_id_month_pk" PRIMARY KEY("company_id","month")
);
--> statement-breakpoint
CREATE TABLE "company_storage" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "counted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "storage" bigint;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "messages" integer;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "campaigns" integer;--> statement-breakpoint
ALTER TABLE "company_months" ADD CONSTRAINT "company_months_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_storage" ADD CONSTRAINT "company_storage_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;