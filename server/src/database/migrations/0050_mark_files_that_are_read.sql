CREATE TABLE "file_readings" (
	"company_id" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended" text,
	CONSTRAINT "file_readings_company_id_fingerprint_pk" PRIMARY KEY("company_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "reading_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "file_readings" ADD CONSTRAINT "file_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;