CREATE TABLE "work_times" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"hours" jsonb,
	"leave_from" date,
	"leave_until" date,
	"stand_in_id" bigint,
	"has_left" boolean DEFAULT false NOT NULL,
	CONSTRAINT "work_times_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "work_times" ADD CONSTRAINT "work_times_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_times_leave" ON "work_times" USING btree ("leave_from");