CREATE TABLE "login_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "login_sessions_token";--> statement-breakpoint
DROP INDEX "login_sessions_previous";--> statement-breakpoint
CREATE INDEX "login_attempts_age" ON "login_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "users_online" ON "users" USING btree ("last_seen_at") WHERE "users"."online";