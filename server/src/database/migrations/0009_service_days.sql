CREATE TABLE "service_days" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"user_id" bigint NOT NULL,
	"begun" integer NOT NULL,
	"accepted" integer NOT NULL,
	"wait_seconds" bigint NOT NULL,
	"finished" integer NOT NULL,
	"served" integer NOT NULL,
	"service_seconds" bigint NOT NULL,
	"ratings" integer NOT NULL,
	"rating_sum" integer NOT NULL,
	CONSTRAINT "service_days_company_id_day_user_id_pk" PRIMARY KEY("company_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "service_days_through" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_days" ADD CONSTRAINT "service_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_days_through" ADD CONSTRAINT "service_days_through_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_tracking_begun" ON "ticket_tracking" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_tracking_started" ON "ticket_tracking" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE INDEX "ticket_tracking_serving" ON "ticket_tracking" USING btree ("company_id","started_at") WHERE "ticket_tracking"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "ticket_tracking_rated" ON "ticket_tracking" USING btree ("company_id","rating_at") WHERE "ticket_tracking"."rating" is not null;