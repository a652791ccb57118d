CREATE INDEX "messages_quoting" ON "messages" USING btree ("company_id","quoted_id") WHERE "messages"."quoted_id" is not null;
--> statement-breakpoint
-- As before, and first of all it holds the words of the company: none is forgotten while a message that found it is not
-- committed. Words of one company are forgotten without a lock on the table, behind which those of all companies would wait.
CREATE OR REPLACE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('search words', NEW.company_id));
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
