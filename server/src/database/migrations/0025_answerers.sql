CREATE TABLE "ticket_answerers" (
	"company_id" bigint NOT NULL,
	"ticket_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"answerer_id" bigint NOT NULL,
	"asked_seq" bigint NOT NULL,
	"answered_seq" bigint NOT NULL,
	"session" jsonb,
	"pending" jsonb,
	"lease" uuid,
	"lease_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_answerers_company_id_ticket_id_pk" PRIMARY KEY("company_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_answerers" ADD CONSTRAINT "ticket_answerers_company_id_ticket_id_tickets_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."tickets"("company_id","id") ON DELETE cascade ON UPDATE no action;