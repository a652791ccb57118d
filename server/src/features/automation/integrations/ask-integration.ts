// Asks the flow of an integration, of whichever type.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { IntegrationType } from '@guiche/shared/features/automation/integrations.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AutoResponderError, type Asking, type Reply } from '#features/automation/auto-responders/reply.ts'
import { askDialogflow } from './ask-dialogflow.ts'
import { askTypebot } from './ask-typebot.ts'
import { askWebhook } from './ask-webhook.ts'
import type { IntegrationRow } from './integrations.repo.ts'
import { integrationRow } from './integrations.service.ts'

const ways: Record<IntegrationType, (ctx: Ctx, row: IntegrationRow, asking: Asking) => Promise<Reply>> = {
  dialogflow: askDialogflow,
  n8n: askWebhook,
  webhook: askWebhook,
  typebot: askTypebot
}

/** One reply. Errors: AutoResponderError. */
export async function askIntegration(ctx: Ctx, companyId: number, id: number, asking: Asking): Promise<Reply> {
  const row = await integrationRow(ctx, companyId, id).catch((error: unknown) => {
    if (error instanceof AppError) throw new AutoResponderError('missing', '', { isFinal: true })
    throw error
  })
  return ways[row.type](ctx, row, asking)
}
