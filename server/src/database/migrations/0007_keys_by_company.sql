DROP INDEX "contacts_search";--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
DROP INDEX "tickets_by_queue";--> statement-breakpoint
DROP INDEX "tickets_by_user";--> statement-breakpoint
DROP INDEX "tickets_without_queue";--> statement-breakpoint
DROP FUNCTION search_keys(text);
--> statement-breakpoint
-- What a text is found by, as `search_text` returns it: three neighbouring letters or digits (words begin with two blanks
-- and end with one, as pg_trgm has them), every other character for itself, and the ticket. Letters beyond a-z count as
-- such others, so that no locale of a database changes what is found. Each key begins with the company: a search costs
-- what the company's own texts cost, whatever others store.
CREATE FUNCTION search_keys(company bigint, content text, ticket bigint DEFAULT NULL) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(string_to_array(to_hex(company) || ':' || array_to_string(
    show_trgm(regexp_replace(content, '[^\x01-\x7f]+', ' ', 'g')) ||
      string_to_array(regexp_replace(content, '[a-z0-9 \t\n\r]+', '', 'g'), NULL) || ('#' || ticket::text),
    E'\n' || to_hex(company) || ':'), E'\n'));
--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin (search_keys("company_id", "search_text"));--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (search_keys("company_id", "search_text", "ticket_id"));--> statement-breakpoint
CREATE INDEX "tickets_by_queue" ON "tickets" USING btree ("company_id","queue_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "tickets_by_user" ON "tickets" USING btree ("company_id","user_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"queue_id");--> statement-breakpoint
CREATE INDEX "tickets_without_queue" ON "tickets" USING btree ("company_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"user_id") WHERE "tickets"."queue_id" is null;
--> statement-breakpoint
-- New keys wait in a list that every search reads to its end: a short one.
ALTER INDEX "messages_search" SET (gin_pending_list_limit = 512);
