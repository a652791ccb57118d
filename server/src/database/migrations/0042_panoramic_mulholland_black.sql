ALTER TABLE "login_sessions" ADD COLUMN "is_repeated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;