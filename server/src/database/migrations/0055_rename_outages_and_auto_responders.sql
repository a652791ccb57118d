-- Names alone, so that nothing is written anew: tables, columns, constraints, indexes and the sequence.
ALTER TABLE "connection_absences" RENAME TO "connection_outages";--> statement-breakpoint
ALTER SEQUENCE "connection_absences_id_seq" RENAME TO "connection_outages_id_seq";--> statement-breakpoint
ALTER INDEX "connection_absences_open" RENAME TO "connection_outages_open";--> statement-breakpoint
ALTER INDEX "connection_absences_order" RENAME TO "connection_outages_order";--> statement-breakpoint
ALTER INDEX "connection_absences_ended" RENAME TO "connection_outages_ended";--> statement-breakpoint
UPDATE "connection_outages" SET "kind" = 'paused' WHERE "kind" = 'rest';--> statement-breakpoint
ALTER TABLE "ticket_answerers" RENAME TO "ticket_auto_responders";--> statement-breakpoint
ALTER TABLE "ticket_auto_responders" RENAME COLUMN "answerer_id" TO "auto_responder_id";--> statement-breakpoint
ALTER TABLE "ticket_auto_responders" RENAME CONSTRAINT "ticket_answerers_company_id_ticket_id_tickets_company_id_id_fk" TO "ticket_auto_responders_ticket";--> statement-breakpoint
-- PostgreSQL names what may not be null as well, from version 18 on.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT conrelid::regclass AS place, conname AS name FROM pg_constraint
    WHERE conrelid IN ('connection_outages'::regclass, 'ticket_auto_responders'::regclass) AND conname ~ 'absences|answerer'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.place, old.name, replace(replace(replace(
      old.name, 'connection_absences', 'connection_outages'), 'ticket_answerers', 'ticket_auto_responders'), 'answerer_id', 'auto_responder_id'));
  END LOOP;
END $$;
