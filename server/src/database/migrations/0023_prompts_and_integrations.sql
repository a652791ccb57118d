ALTER TABLE "prompts" ADD COLUMN "prompt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "voice" text DEFAULT 'texto' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "voice_key" text;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "voice_region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "max_tokens" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "temperature" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "max_messages" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "api_key" text;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "model" text DEFAULT 'gpt-4o-mini' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "base_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "input_price" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "output_price" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "queue_id" bigint;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "prompt_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "completion_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "total_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "cost" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "answers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "hand_overs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "project_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "json_content" text;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "language" text DEFAULT 'pt-BR' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "url_n8n" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "secret" text;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_expires" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_delay_message" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_keyword_finish" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_keyword_restart" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_restart_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_integrations" ADD COLUMN "typebot_unknown_message" text DEFAULT '' NOT NULL;