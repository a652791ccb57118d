ALTER TABLE "ticket_drafts" ADD COLUMN "kind" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_drafts" DROP CONSTRAINT "ticket_drafts_company_id_user_id_ticket_id_pk";--> statement-breakpoint
ALTER TABLE "ticket_drafts" ADD CONSTRAINT "ticket_drafts_company_id_user_id_ticket_id_kind_pk" PRIMARY KEY("company_id","user_id","ticket_id","kind");
