CREATE TABLE "company_archive_schedules" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"every" text NOT NULL,
	"sealed_address" text NOT NULL,
	"recipient" text NOT NULL,
	"keep" integer,
	"user_company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	"file_name" text,
	"size" bigint,
	CONSTRAINT "company_archive_schedules_keep" CHECK ("company_archive_schedules"."keep" between 1 and 365)
);
--> statement-breakpoint
ALTER TABLE "company_archive_schedules" ADD CONSTRAINT "company_archive_schedules_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_archive_schedules_due" ON "company_archive_schedules" USING btree ("due_at");