DROP INDEX "campaign_recipients_of_message";--> statement-breakpoint
DROP INDEX "campaign_recipients_unheard_questions";--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "message_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "campaign_recipients" SET "message_ids" = array["message_id"] WHERE "message_id" IS NOT NULL AND "delivered_at" IS NULL;--> statement-breakpoint
CREATE INDEX "campaign_recipients_unheard_questions" ON "campaign_recipients" USING btree ("confirmation_requested_at") WHERE "campaign_recipients"."state" = 'asked' and "campaign_recipients"."message_ids" <> '{}';--> statement-breakpoint
ALTER TABLE "campaign_recipients" DROP COLUMN "message_id";