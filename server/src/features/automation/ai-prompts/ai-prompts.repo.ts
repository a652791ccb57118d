// SQL of AI prompts.
import { asc, eq, sql } from 'drizzle-orm'
import type { PromptBrief } from '@guiche/shared/features/automation/ai-prompts.ts'
import type { Transaction } from '#database/client.ts'
import { prompts } from '#database/tables/automation.ts'

/** By name. */
export const promptsOf = (db: Transaction, companyId: number): Promise<PromptBrief[]> =>
  db
    .select({ id: prompts.id, name: prompts.name })
    .from(prompts)
    .where(eq(prompts.companyId, companyId))
    .orderBy(asc(sql`lower(${prompts.name})`), asc(prompts.id))
