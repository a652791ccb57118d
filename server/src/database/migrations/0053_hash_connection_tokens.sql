DROP INDEX "connections_token";--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "token_hash" text;--> statement-breakpoint
-- Tokens that can be guessed are worth nothing any more; of the others only the hash is kept. The column is emptied before
-- it goes, since dropping it leaves what it held in the table's pages.
UPDATE "connections" SET
	"token_hash" = CASE WHEN length("token") >= 32 THEN encode(sha256(convert_to("token", 'UTF8')), 'hex') END,
	"token" = '';--> statement-breakpoint
CREATE UNIQUE INDEX "connections_token" ON "connections" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "token";--> statement-breakpoint
-- The copies in events that consoles catch up from.
UPDATE "event_log" SET "payload" = jsonb_set(
	jsonb_set("payload"::jsonb, '{whatsapp,hasToken}', to_jsonb(length("payload"::jsonb #>> '{whatsapp,token}') >= 32)),
	'{whatsapp,token}', '""')::text
WHERE "name" = 'company-' || "company_id" || '-whatsapp' AND "payload"::jsonb #>> '{whatsapp,token}' <> '';
