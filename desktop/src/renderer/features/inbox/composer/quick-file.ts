// Fetches the file of a quick message, so that it goes out like one that was attached by hand.
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { serverUrl } from '#platform/session/server-address.ts'

/** Errors: ApiError, also when the link has expired. */
export async function fetchQuickFile({ mediaPath, mediaName }: QuickMessage): Promise<File> {
  const answer = await fetch(serverUrl(publicFile(mediaPath ?? ''))).catch(() => null)
  if (!answer?.ok) throw new ApiError(answer?.status ?? 0, { error: 'ERR_NOT_FOUND' })
  const content = await answer.blob()
  return new File([content], mediaName ?? 'arquivo', { type: content.type })
}
