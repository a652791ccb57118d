ALTER TABLE "announcements" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "helps" ADD COLUMN "language" text;