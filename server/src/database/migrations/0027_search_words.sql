-- The words of a text as `search_text` returns it, with the number that stands for each on every machine alike. Blanks
-- are named one by one, so that no locale of a database changes what is found.
CREATE FUNCTION words_of(content text) RETURNS TABLE (word text, number bigint)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10
  BEGIN ATOMIC
    SELECT w, ('x' || encode(substr(sha256(convert_to(w, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    FROM string_to_table(translate(content, E'\t\n\r', '   '), ' ') AS said(w) WHERE w <> '';
  END;
--> statement-breakpoint
CREATE TABLE "search_words" (
	"company_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"word" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_words" (
	"company_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"ticket_id" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "ticket_words" SELECT DISTINCT m.company_id, w.number, m.ticket_id
  FROM "messages" m CROSS JOIN LATERAL words_of(m.search_text) w ORDER BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "search_words" SELECT DISTINCT m.company_id, w.number, w.word
  FROM "messages" m CROSS JOIN LATERAL words_of(m.search_text) w;
--> statement-breakpoint
CREATE INDEX "search_words_number" ON "search_words" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "search_words_search" ON "search_words" USING gin (search_keys("company_id", "word"));--> statement-breakpoint
CREATE INDEX "ticket_words_number" ON "ticket_words" USING btree ("company_id","number","ticket_id");
--> statement-breakpoint
-- New keys wait in a list that every search reads to its end: a short one.
ALTER INDEX "search_words_search" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
-- Searches read the index alone where PostgreSQL has marked the rows as seen by all.
ALTER TABLE "ticket_words" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
-- Writes down the words of a message that the ticket, and those that the company, did not have. They are looked up one
-- by one whatever the statistics say: those of a session's first message would decide for all that follow.
CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_lost_words(OLD.company_id, OLD.ticket_id);
  END IF;
  WITH fresh AS MATERIALIZED (
    SELECT DISTINCT w.word, w.number FROM words_of(NEW.search_text) w
    WHERE (SELECT true FROM ticket_words k
      WHERE k.company_id = NEW.company_id AND k.number = w.number AND k.ticket_id = NEW.ticket_id LIMIT 1) IS NULL
  ), noted AS (
    INSERT INTO ticket_words (company_id, number, ticket_id) SELECT NEW.company_id, f.number, NEW.ticket_id FROM fresh f
  )
  INSERT INTO search_words (company_id, number, word) SELECT NEW.company_id, f.number, f.word FROM fresh f
  WHERE (SELECT true FROM search_words k WHERE k.company_id = NEW.company_id AND k.number = f.number LIMIT 1) IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Number 0: the words of the ticket are to be compared with its messages.
CREATE FUNCTION note_lost_words(company bigint, ticket bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO ticket_words (company_id, number, ticket_id) SELECT company, 0, ticket
  WHERE NOT EXISTS (SELECT FROM ticket_words k WHERE k.company_id = company AND k.number = 0 AND k.ticket_id = ticket);
END $$;
--> statement-breakpoint
-- The words of a ticket go with it; a ticket that goes on without some messages may have lost some.
CREATE FUNCTION forget_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM note_lost_words(t.company_id, t.id) FROM (SELECT DISTINCT company_id, ticket_id FROM removed) r
    JOIN tickets t ON t.company_id = r.company_id AND t.id = r.ticket_id;
  DELETE FROM ticket_words k USING (
    SELECT DISTINCT r.company_id, w.number, r.ticket_id
    FROM removed r CROSS JOIN LATERAL (SELECT number FROM words_of(r.search_text) UNION ALL SELECT 0) w
    WHERE NOT EXISTS (SELECT FROM tickets t WHERE t.company_id = r.company_id AND t.id = r.ticket_id)
  ) g WHERE k.company_id = g.company_id AND k.number = g.number AND k.ticket_id = g.ticket_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "messages_stored" AFTER INSERT ON "messages" FOR EACH ROW EXECUTE FUNCTION note_words();
--> statement-breakpoint
CREATE TRIGGER "messages_changed" AFTER UPDATE ON "messages" FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.ticket_id <> NEW.ticket_id) EXECUTE FUNCTION note_words();
--> statement-breakpoint
CREATE TRIGGER "messages_removed" AFTER DELETE ON "messages" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_words();
