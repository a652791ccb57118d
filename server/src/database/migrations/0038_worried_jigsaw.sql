CREATE TABLE "quick_message_queues" (
	"company_id" bigint NOT NULL,
	"quick_message_id" bigint NOT NULL,
	"queue_id" bigint NOT NULL,
	CONSTRAINT "quick_message_queues_company_id_quick_message_id_queue_id_pk" PRIMARY KEY("company_id","quick_message_id","queue_id")
);
--> statement-breakpoint
ALTER TABLE "quick_message_queues" ADD CONSTRAINT "quick_message_queues_message" FOREIGN KEY ("company_id","quick_message_id") REFERENCES "public"."quick_messages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_message_queues" ADD CONSTRAINT "quick_message_queues_company_id_queue_id_queues_company_id_id_fk" FOREIGN KEY ("company_id","queue_id") REFERENCES "public"."queues"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quick_message_queues_queue" ON "quick_message_queues" USING btree ("company_id","queue_id");