-- A text as a search compares it: lower case, without accents.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]+', '', 'g'));
--> statement-breakpoint
-- What such a text is found by: three neighbouring letters or digits (words begin with two blanks and end with one, as
-- pg_trgm has them), and every other character for itself. Letters beyond a-z count as such others, so that no locale
-- of a database changes what is found.
CREATE FUNCTION search_keys(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN show_trgm(regexp_replace($1, '[^a-z0-9]+', ' ', 'g')) ||
    string_to_array(regexp_replace($1, '[a-z0-9 \t\n\r]+', '', 'g'), NULL);
--> statement-breakpoint
DROP INDEX "contacts_search";--> statement-breakpoint
DROP INDEX "messages_of_ticket";--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
DROP INDEX "tickets_by_status";--> statement-breakpoint
DROP INDEX "tickets_by_queue";--> statement-breakpoint
DROP INDEX "tickets_by_user";--> statement-breakpoint
DROP INDEX "tickets_by_contact";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text(name || E'\n' || coalesce(number, ''))) STORED;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text(body)) STORED;--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_without_queue" ON "tickets" USING btree ("company_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "tickets"."queue_id" is null;--> statement-breakpoint
CREATE INDEX "tickets_unread" ON "tickets" USING btree ("company_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","user_id","queue_id") WHERE "tickets"."unread_messages" > 0;--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("company_id",array_to_tsvector(search_keys("search_text")));--> statement-breakpoint
CREATE INDEX "messages_of_ticket" ON "messages" USING btree ("company_id","ticket_id","created_at" DESC NULLS FIRST,"seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("company_id",array_to_tsvector(search_keys("search_text") || ('#' || "ticket_id"::text)));--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("company_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_by_queue" ON "tickets" USING btree ("company_id","queue_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_by_user" ON "tickets" USING btree ("company_id","user_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_by_contact" ON "tickets" USING btree ("company_id","contact_id","updated_at" DESC NULLS FIRST);
--> statement-breakpoint
-- New keys wait in a list that every search reads to its end: a short one.
ALTER INDEX "messages_search" SET (gin_pending_list_limit = 512);
--> statement-breakpoint
-- Every message moves its ticket to the top of the lists and leaves its old place in the indexes behind.
ALTER TABLE "tickets" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
ALTER TABLE "messages" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
