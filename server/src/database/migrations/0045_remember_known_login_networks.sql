CREATE TABLE "known_login_networks" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"network" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_login_networks_company_id_user_id_network_pk" PRIMARY KEY("company_id","user_id","network")
);
--> statement-breakpoint
ALTER TABLE "known_login_networks" ADD CONSTRAINT "known_login_networks_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_login_networks_age" ON "known_login_networks" USING btree ("last_at");