CREATE TABLE "audit_heads" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"number" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"anchor_number" bigint DEFAULT 0 NOT NULL,
	"anchor_hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"company_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text,
	"actor_email" text,
	"address" text,
	"agent" text,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"subject_label" text,
	"about_company_id" bigint,
	"before" jsonb,
	"after" jsonb,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_company_id_number_pk" PRIMARY KEY("company_id","number")
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_company_id_audit_heads_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."audit_heads"("company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("company_id","action","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("company_id","actor_id","number");--> statement-breakpoint
INSERT INTO "audit_heads" ("company_id") SELECT "id" FROM "companies";--> statement-breakpoint
-- What was written stays as it was written. Rows go with their company, whose head is gone by then, and by retention, which
-- says so and moves the anchor.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if TG_OP = 'DELETE' then
    if current_setting('guiche.audit_retention', true) = 'on' then return old; end if;
    if not exists (select from audit_heads where company_id = old.company_id) then return old; end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_unchanged" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER "audit_log_whole" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- A head moves forwards, and goes with its company alone.
CREATE FUNCTION refuse_audit_head_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if TG_OP = 'UPDATE' then
    if new.company_id = old.company_id and new.number >= old.number and new.anchor_number >= old.anchor_number then
      return new;
    end if;
  elsif not exists (select from companies where id = old.company_id) then
    return old;
  end if;
  raise exception 'the head of an audit log goes forwards only' using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "audit_heads_forwards" BEFORE UPDATE OR DELETE ON "audit_heads" FOR EACH ROW EXECUTE FUNCTION refuse_audit_head_change();
