ALTER TABLE "plan_changes" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now a change was paid for when the due date was behind the day it begins; those that wait are taken at that word.
UPDATE "plan_changes" w SET "paid_at" = now() FROM "companies" c
WHERE c."id" = w."company_id" AND w."kind" = 'later' AND c."due_date" > w."takes_effect_at";
